#include "model/serialize.h"

#include <utility>

#include "model/soundness.h"
#include "model/stream_fields.h"
#include "model/stream_reader.h"
#include "model/stream_writer.h"

namespace sinew {

namespace {

void write(const ImportedModel& imported, const StreamSink& sink) {
    StreamWriter writer(sink);
    exchangeReport(writer, imported.report);
    exchangeModel(writer, imported.model);
    writer.end();
}

}  // namespace

void serialize(const ImportedModel& imported, const StreamSink& sink) {
    // Written twice: a copy of all, only to know its length and sum, would take longer.
    Checksum checksum;
    uint64_t byteCount = kStreamHeaderBytes;
    write(imported, [&](std::span<const std::byte> bytes) {
        checksum.add(bytes);
        byteCount += bytes.size();
    });
    const StreamHeader header = makeStreamHeader(byteCount, checksum.sum());
    sink(std::as_bytes(std::span(&header, 1)));
    write(imported, sink);
}

std::vector<std::byte> serialize(const ImportedModel& imported) {
    std::vector<std::byte> stream;
    serialize(imported, [&](std::span<const std::byte> bytes) {
        if (stream.empty()) stream.reserve(readStreamHeader(bytes).byteCount);
        stream.insert(stream.end(), bytes.begin(), bytes.end());
    });
    return stream;
}

ImportedModel deserialize(std::span<const std::byte> stream) {
    return deserialize(sourceOf(stream));
}

ImportedModel deserialize(StreamSource source) {
    StreamReader reader(std::move(source));
    ImportedModel imported;
    exchangeReport(reader, imported.report);
    exchangeModel(reader, imported.model);
    reader.end();
    requireSound(imported);
    return imported;
}

}  // namespace sinew

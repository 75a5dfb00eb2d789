#include "model/serialize.h"

#include <utility>

#include "error.h"
#include "model/soundness.h"
#include "model/stream_fields.h"
#include "model/stream_reader.h"
#include "model/stream_writer.h"

namespace sinew {

namespace {

std::vector<uint64_t> pixelSums(const Model& model) {
    std::vector<uint64_t> sums;
    PixelBytes room;
    for (const Texture& texture : model.textures)
        sums.push_back(checksumOf(std::as_bytes(pixelsOf(texture.image, room))));
    return sums;
}

void writeContent(const ImportedModel& imported, const std::vector<uint64_t>& pixelSums, const StreamSink& sink) {
    StreamWriter writer(sink);
    exchangeReport(writer, imported.report);
    exchangeModel(writer, imported.model);
    writer.array(pixelSums);
    writer.end();
}

}  // namespace

void serialize(const ImportedModel& imported, const StreamSink& sink) {
    // Written twice: a copy of all, only to know its length and sum, would take longer.
    Checksum checksum;
    uint64_t contentBytes = kStreamHeaderBytes, pixelBytes = 0;
    const std::vector<uint64_t> sums = pixelSums(imported.model);
    writeContent(imported, sums, [&](std::span<const std::byte> bytes) {
        checksum.add(bytes);
        contentBytes += bytes.size();
    });
    for (const Texture& texture : imported.model.textures)
        pixelBytes += texture.image.byteCount();
    const StreamHeader header = makeStreamHeader(contentBytes + pixelBytes, contentBytes, checksum.sum());
    sink(std::as_bytes(std::span(&header, 1)));
    writeContent(imported, sums, sink);
    PixelBytes room;
    for (const Texture& texture : imported.model.textures)
        if (texture.found()) sink(std::as_bytes(pixelsOf(texture.image, room)));
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
    std::vector<uint64_t> sums;
    reader.array(sums);
    reader.endContent();
    std::vector<Texture>& textures = imported.model.textures;
    if (sums.size() != textures.size()) throw Error(Exit::input, "is damaged: not every texture has a sum");
    for (size_t i = 0; i < textures.size(); ++i)
        reader.pixels(textures[i].image, sums[i]);
    reader.end();
    requireSound(imported);
    return imported;
}

}  // namespace sinew

#include "model/serialize.h"

#include <utility>

#include "model/soundness.h"
#include "model/stream_fields.h"
#include "model/stream_reader.h"
#include "model/stream_writer.h"

namespace sinew {

std::vector<std::byte> serialize(const ImportedModel& imported) {
    StreamWriter writer;
    exchangeReport(writer, imported.report);
    exchangeModel(writer, imported.model);
    return writer.take();
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

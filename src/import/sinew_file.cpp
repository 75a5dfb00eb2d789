#include "import/sinew_file.h"

#include <array>
#include <cstddef>
#include <span>

#include "import/large_pages.h"
#include "model/serialize.h"
#include "model/stream_header.h"
#include "model/utf8.h"

namespace sinew {

std::optional<ImportedModel> readSinewFile(const ModelFolder& folder) {
    const InputFile& file = folder.model();
    std::array<std::byte, kStreamMagic.size()> magic;
    const bool isSinew = isStream(std::span(magic).first(file.read(magic, 0)));
    if (!isSinew && folder.modelPath().extension() != ".sinew") return std::nullopt;
    // Read, not mapped: a file that somebody shortens meanwhile must not be a crash.
    const auto read = [&file, offset = size_t{0}](std::span<std::byte> out) mutable {
        const size_t count = file.read(out, offset);
        offset += count;
        return count;
    };
    ImportedModel imported = deserialize({.byteCount = file.size(), .read = read, .willFill = useLargePages});
    imported.report.file = utf8From(folder.modelPath().string());
    imported.report.format = "Sinew";
    return imported;
}

}  // namespace sinew

#include "import/files/sinew_file.h"

#include <algorithm>

#include "bake/header.h"
#include "bake/stream.h"
#include "base/error.h"
#include "base/large_pages.h"
#include "base/shown_text.h"

namespace sinew {
namespace {

class FilePixels : public StoredPixels {
  public:
    FilePixels(std::shared_ptr<const InputFile> file, std::string path, uint64_t offset, uint64_t checksum)
        : file_(std::move(file)), path_(std::move(path)), offset_(offset), checksum_(checksum) {}

    void read(std::span<std::byte> out) const override {
        try {
            readOrRefuse(out);
        } catch (const Error& error) {
            throw Error(Exit::input, path_ + ": " + error.what());
        }
    }

  private:
    void readOrRefuse(std::span<std::byte> out) const {
        std::array<std::byte, size_t{1} << 16> piece;  // in the cache: `out` may be slow to read
        static_assert(sizeof(piece) % Checksum::kBlockBytes == 0);
        Checksum checksum;
        for (uint64_t offset = offset_; !out.empty();) {
            const auto some = std::span(piece).first(std::min(out.size(), piece.size()));
            if (file_->read(some, offset) != some.size())
                throw Error(Exit::input, "is damaged: truncated while it was read");
            checksum.add(some);
            std::ranges::copy(some, out.begin());
            out = out.subspan(some.size());
            offset += some.size();
        }
        if (checksum.sum() != checksum_) throw Error(Exit::input, "is damaged: wrong checksum");
    }

    std::shared_ptr<const InputFile> file_;
    std::string path_;
    uint64_t offset_;
    uint64_t checksum_;
};

}  // namespace

std::optional<ImportedModel> readSinewFile(const ModelFolder& folder, bool leavePixels) {
    const InputFile& file = folder.model();
    std::array<std::byte, kStreamMagic.size()> magic;
    const bool isSinew = isStream(std::span(magic).first(file.read(magic, 0)));
    if (!isSinew && folder.modelPath().extension() != ".sinew") return std::nullopt;
    // Read, not mapped: truncating a mapped file would crash.
    const auto read = [&file, offset = size_t{0}](std::span<std::byte> out) mutable {
        const size_t count = file.read(out, offset);
        offset += count;
        return count;
    };
    StreamSource source{.byteCount = file.size(), .read = read, .willFill = useLargePages};
    const std::string path = shownPath(folder.modelPath().string());
    if (leavePixels)
        source.leave = [kept = std::make_shared<const InputFile>(file.again()), path](uint64_t offset, uint64_t sum) {
            return std::make_shared<const FilePixels>(kept, path, offset, sum);
        };
    ImportedModel imported = deserialize(std::move(source));
    imported.report.file = path;
    imported.report.format = "Sinew";
    return imported;
}

}  // namespace sinew

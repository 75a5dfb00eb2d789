#include "import/assimp/model_io.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>
#include <assimp/IOStream.hpp>

#include "import/files/texture_names.h"

namespace sinew {
namespace {

struct ScriptText {
    std::string_view all;

    size_t size() const { return all.size(); }
    size_t read(std::span<std::byte> bytes, size_t offset) const {
        const std::string_view part = all.substr(std::min(offset, all.size()), bytes.size());
        std::memcpy(bytes.data(), part.data(), part.size());
        return part.size();
    }
};

/// Reads an InputFile, a PatchedFile or ScriptText, owned or not.
template <typename File>
class FileStream : public Assimp::IOStream {
  public:
    explicit FileStream(const File& file) : file_(&file) {}
    explicit FileStream(File&& file) : owned_(std::move(file)), file_(&*owned_) {}

    size_t Read(void* buffer, size_t size, size_t count) override {
        if (size == 0 || count == 0 || place_ >= file_->size()) return 0;
        const size_t whole = std::min(count, (file_->size() - place_) / size);
        const size_t bytes = file_->read({static_cast<std::byte*>(buffer), whole * size}, place_);
        place_ += bytes;
        return bytes / size;
    }

    aiReturn Seek(size_t offset, aiOrigin origin) override {
        const size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? place_ : file_->size();
        // assimp passes negative offsets as unsigned numbers, which wrap around correctly.
        const size_t place = from + offset;
        if (place > file_->size()) return aiReturn_FAILURE;
        place_ = place;
        return aiReturn_SUCCESS;
    }

    size_t Tell() const override { return place_; }
    size_t FileSize() const override { return file_->size(); }
    size_t Write(const void*, size_t, size_t) override { return 0; }
    void Flush() override {}

  private:
    std::optional<File> owned_;
    const File* file_;
    size_t place_ = 0;
};

}  // namespace

std::optional<InputFile> ModelIo::openBeside(const char* file) const {
    std::optional<InputFile> opened = folder_.open(file);
    if (!opened && std::strchr(file, '%'))
        for (const std::filesystem::path& path :
             pathsFrom(std::filesystem::path(file).lexically_relative(folder_.path()).string()))
            if (!opened) opened = folder_.open(path);
    if (!opened && ++absent_ > kMostAbsent)
        throw std::runtime_error(fmt::format("looks for more than {} files that are not there", kMostAbsent));
    return opened;
}

bool ModelIo::Exists(const char* file) const {
    return view_.path == file || folder_.modelPath() == file || openBeside(file);
}

Assimp::IOStream* ModelIo::Open(const char* file, const char* mode) {
    if (mode[0] != 'r') return nullptr;
    if (view_.path == file || folder_.modelPath() == file) {
        if (view_.model) return new FileStream(std::as_const(*view_.model));
        return new FileStream(folder_.model());
    }
    if (view_.scripts)
        if (const std::string_view script = view_.scripts->scriptFor(file); !script.empty())
            return new FileStream(ScriptText{script});
    std::optional<InputFile> side = openBeside(file);
    return side ? new FileStream(std::move(*side)) : nullptr;
}

void ModelIo::Close(Assimp::IOStream* stream) {
    delete stream;
}

}  // namespace sinew

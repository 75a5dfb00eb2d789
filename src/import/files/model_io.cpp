#include "import/files/model_io.h"

#include <algorithm>

#include <assimp/IOStream.hpp>

namespace sinew {
namespace {

/// Reads an InputFile or a PatchedFile, owned or not.
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

bool ModelIo::Exists(const char* file) const {
    return folder_.modelPath() == file || folder_.open(file);
}

Assimp::IOStream* ModelIo::Open(const char* file, const char* mode) {
    if (mode[0] != 'r') return nullptr;
    if (folder_.modelPath() == file) {
        if (model_) return new FileStream(std::as_const(*model_));
        return new FileStream(folder_.model());
    }
    std::optional<InputFile> side = folder_.open(file);
    return side ? new FileStream(std::move(*side)) : nullptr;
}

void ModelIo::Close(Assimp::IOStream* stream) {
    delete stream;
}

}  // namespace sinew

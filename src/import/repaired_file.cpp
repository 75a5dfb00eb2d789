#include "import/repaired_file.h"

#include <assimp/MemoryIOWrapper.h>

namespace sinew {

Assimp::IOStream* RepairedFile::Open(const char* file, const char* mode) {
    if (path_ != file) return DefaultIOSystem::Open(file, mode);
    return new Assimp::MemoryIOStream(reinterpret_cast<const uint8_t*>(content_.data()), content_.size());
}

}  // namespace sinew

#pragma once

#include <stdexcept>

#include "import/gltf/file.h"

namespace sinew::gltf {

/// Why an accessor cannot be used: "accessor 3 needs 480 bytes of bufferView 2, which has 100".
struct InvalidAccessor : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Checks accessors, of which assimp believes that they are within their buffers and of the type that it needs, and
/// converts those that it misreads: integers in place of floats, sparse ones, and those without a bufferView.
class Accessors {
  public:
    /// Writes whole numbers as such in the file's accessors and bufferViews. The file must outlive this.
    explicit Accessors(File& file);

    /// The accessor, or one of the same numbers as packed floats. @throws InvalidAccessor.
    size_t floats(size_t accessor, size_t componentCount);

    /// floats() of four components. Colors without alpha, which assimp takes for colors with it, get 1.
    /// @throws InvalidAccessor.
    size_t colors(size_t accessor);

    /// The accessor, or a packed one of the same unsigned integers, of 16 bits (joints) or 32 (indices). Smaller ones
    /// stay as they are, unless `isExact`. @throws InvalidAccessor.
    size_t integers(size_t accessor, size_t componentCount, size_t componentType, bool isExact = false);

    /// 0 when it has none.
    size_t count(size_t accessor) const;

    /// @throws InvalidAccessor unless all its bytes are in its bufferView, and those of the bufferView in its buffer.
    void check(size_t accessor, size_t componentCount);

    /// True when assimp finds its elements: in a bufferView, none of them sparse.
    bool isPlain(size_t accessor) const;

  private:
    void checkView(size_t view);

    File& file_;
    std::map<std::pair<size_t, size_t>, size_t> converted_;  ///< by accessor and component type
    std::map<size_t, size_t> opaque_;                        ///< colors that got an alpha, by accessor
};

}  // namespace sinew::gltf

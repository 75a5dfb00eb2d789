#pragma once

#include <array>
#include <map>

#include "import/collada/document.h"

namespace sinew::collada {

/// The <source>s of a file as assimp finds them: of several with one id, the last that was added counts.
class Sources {
  public:
    struct Accessor {
        Node source, element;    ///< the <source> and its <accessor>
        std::string_view array;  ///< id of the array
        int64_t count = 0;
        uint64_t offset = 0, stride = 1;
        uint64_t size = 0;               ///< numbers of an element by its <param>s; a float4x4 has 16
        std::array<uint64_t, 4> places;  ///< of X, Y, Z or the like among the <param>s

        uint64_t lastPlace() const;
    };

    /// Where an array holds fewer words than its count says, the count is corrected: assimp makes room for it first.
    void add(Node source);

    /// Null where `reference`, "#id", names no source with an accessor.
    const Accessor* find(std::string_view reference) const;

    /// Number of values in its array; nothing where there is none, or words where numbers are expected.
    std::optional<uint64_t> valueCount(const Accessor& accessor, bool words = false) const;

    /// Number of elements that have all of their first `width` numbers in the array, whatever the accessor's count.
    uint64_t held(const Accessor& accessor, uint64_t width) const;

    /// The arrays whose count was corrected.
    const std::vector<Node>& corrected() const { return corrected_; }

  private:
    struct Array {
        uint64_t count = 0;
        bool words = false;
    };
    void addArray(Node array);
    void addAccessor(Node source, Node element);

    std::map<std::string_view, Accessor> accessors_;
    std::map<std::string_view, Array> arrays_;
    std::vector<Node> corrected_;
};

}  // namespace sinew::collada

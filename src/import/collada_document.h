#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <pugixml.hpp>

#include "import/input_file.h"
#include "import/patched_file.h"
#include "model/finding.h"

namespace sinew {

/// One of the root's children, and what assimp is shown in its place: itself, rewritten, or a copy.
struct ShownToAssimp {
    pugi::xml_node child, shown;
    std::ptrdiff_t place = child.offset_debug();  ///< of the child's name in the file; no longer told of what is copied
};

/// A .dae file as XML, for what assimp loses, crashes on or refuses though it is valid.
class ColladaDocument {
  public:
    /// Null when the file is no Collada XML (a .zae, another format, malformed: assimp says what is wrong). The file
    /// must outlive it.
    /// @throws Error as InputFile::read().
    static std::unique_ptr<ColladaDocument> read(const InputFile& file);

    /// Writes anew what assimp would not read right, a finding (severity info) for each kind of repair, and none for
    /// morphs, of which nothing changes.
    /// `showAll`: assimp is shown every key. See import/collada_cut.h.
    /// @throws std::runtime_error with the cause where assimp would crash and nothing can be mended.
    void repair(std::vector<Finding>& findings, bool showAll = false);

    /// The file for assimp, once repaired; nothing where it needed no repair.
    std::optional<PatchedFile> repairedFile() const;

    /// True once repaired, where assimp is not shown all keys.
    bool hasCutKeys() const { return hasCutKeys_; }

    pugi::xml_node root() const { return xml_.child("COLLADA"); }

    /// True once repaired, where the file has <morph> controllers: see import/collada_morph_controllers.h.
    bool hasMorphs() const { return hasMorphs_; }

    /// The element of that id; `reference` may begin with '#'. An empty node when there is none.
    pugi::xml_node byId(std::string_view reference) const;

    /// True when the file says itself what its clips are.
    bool hasClips() const { return static_cast<bool>(root().child("library_animation_clips").first_child()); }

    /// The visual scene that the file shows.
    pugi::xml_node scene() const;

  private:
    explicit ColladaDocument(const InputFile& file) : file_(file) {}

    /// Whether anything in the file is not written as it is read.
    bool hasEscapes() const;
    void cutAnimations();
    std::optional<PatchedFile> withBlanksBehind() const;
    std::optional<PatchedFile> withRewritten() const;

    const InputFile& file_;
    /// The file, which became the elements' memory: fresh memory takes longer than the file.
    std::unique_ptr<char[]> text_;
    pugi::xml_document xml_;
    std::unordered_map<std::string_view, pugi::xml_node> byId_;  ///< keys stand in xml_
    bool recoded_ = false;                                       ///< was not UTF-8 from its first byte
    std::vector<ShownToAssimp> rewritten_;
    std::vector<pugi::xml_node> leadingBlanks_;  ///< lists whose blanks are to go behind them
    bool hasCutKeys_ = false;
    bool hasMorphs_ = false;
};

/// The numbers of a list, up to the first thing that is none.
std::vector<double> numbersIn(std::string_view text);

/// Calls `visit` with each integer of such a list.
template <typename Visit>
void forEachInteger(std::string_view text, const Visit& visit) {
    const char *at = text.data(), *const end = at + text.size();
    while (true) {
        while (at != end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
            ++at;
        const bool negative = at != end && *at == '-';
        if (at != end && (negative || *at == '+')) ++at;
        constexpr int64_t kHuge = std::numeric_limits<int64_t>::max() / 16;
        int64_t number = 0;
        const char* const digits = at;
        for (; at != end && *at >= '0' && *at <= '9'; ++at)
            number = number < kHuge ? number * 10 + (*at - '0') : kHuge;
        if (at == digits) return;
        visit(negative ? -number : number);
    }
}

/// The words of a list.
std::vector<std::string_view> wordsIn(std::string_view text);

/// Calls `visit` for each element beneath `node` and itself, parents first. A walk of its own: the file decides the
/// depth. `visit` returns false to leave out what is beneath.
template <typename Visit>
void forEachElement(pugi::xml_node node, const Visit& visit) {
    pugi::xml_node at = node;
    while (at) {
        const bool down = visit(at);
        if (down && at.first_child()) {
            at = at.first_child();
            continue;
        }
        while (at && at != node && !at.next_sibling())
            at = at.parent();
        if (!at || at == node) return;
        at = at.next_sibling();
    }
}

}  // namespace sinew

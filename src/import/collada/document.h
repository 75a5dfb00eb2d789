#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include <pugixml.hpp>

#include "import/files/input_file.h"
#include "model/finding.h"

namespace sinew::collada {

using Node = pugi::xml_node;

/// A line, from 1 on, and a word in it, as UTF-8.
struct WordPlace {
    size_t line = 0;
    std::string word;
};

/// A .dae file as XML, for what assimp drops, misreads, or crashes on although it is valid.
class Document {
  public:
    /// Null when the file is not Collada XML: a .zae, another format, or malformed, which assimp reports. Keeps a
    /// reference to `file`.
    /// @throws Error as InputFile::read().
    static std::unique_ptr<Document> read(const InputFile& file);

    /// Rewrites what assimp would misread, with one finding (severity info) for each kind of repair. Hiding morph
    /// controllers is not reported, since nothing of them is lost. `fileName`: the file's own, which
    /// URLs may repeat.
    /// @throws std::runtime_error with the cause where assimp would crash and no repair is possible.
    void repair(Findings& findings, std::string_view fileName = {});

    /// After repair(): the file for assimp, without its animations; nothing where it can be read as it is.
    std::optional<PatchedFile> repairedFile() const;

    /// After repair(): true when the file has <morph> controllers; see import/collada/morph_controllers.h.
    bool hasMorphs() const { return hasMorphs_; }

    Node root() const { return xml_.child("COLLADA"); }

    /// The visual scene that the file instantiates; empty when there is none.
    Node scene() const;

    /// The element with that id, which may begin with '#'; empty when there is none.
    Node byId(std::string_view reference) const;

  private:
    explicit Document(const InputFile& file) : file_(file) {}

    /// True when the raw text may differ from the parsed text (entities, CDATA).
    bool hasEscapes() const;
    std::optional<PatchedFile> withTrimmedLists() const;
    std::optional<PatchedFile> withChanges() const;

    const InputFile& file_;
    std::unique_ptr<char[]> text_;  ///< the file, parsed in place: allocating a copy would take longer than reading
    pugi::xml_document xml_;
    std::unordered_map<std::string_view, Node> byId_;  ///< keys point into xml_
    bool recoded_ = false;                             ///< the file is not plain UTF-8, or has a byte order mark
    std::optional<WordPlace> notUtf8_;                 ///< in a file that is not wide
    size_t bareAmpersand_ = 0;                         ///< its line; 0: none
    bool changesRoot_ = false;                         ///< the root's attributes differ for assimp
    std::vector<Node> changed_;                        ///< children of the root
    std::vector<Node> untrimmedLists_;                 ///< lists that begin with blanks, which are moved to their end
    bool hasMorphs_ = false;
};

/// What is read from elements, once from each.
template <typename Value>
class PerElement {
  public:
    template <typename Read>
    const Value& of(Node element, const Read& read) {
        const auto [known, isNew] = values_.try_emplace(element.hash_value());
        if (isNew) known->second = read();
        return known->second;
    }

  private:
    std::unordered_map<size_t, Value> values_;
};

/// The numbers in a list, up to the first word that is not one.
std::vector<double> numbersIn(std::string_view text);

/// The integers in a list, up to the first word that is not one.
std::vector<int64_t> integersIn(std::string_view text);

/// The words in a list.
std::vector<std::string_view> wordsIn(std::string_view text);

/// The words in the <IDREF_array> or, where it has none, the <Name_array> of a <source>.
std::vector<std::string_view> namesIn(Node source);

/// The numbers of a <source>, as its accessor lays them out.
struct Numbers {
    std::vector<double> values;  ///< complete elements only
    size_t width = 0;            ///< of one element; 0: there are none

    size_t count() const { return width == 0 ? 0 : values.size() / width; }
};
Numbers readNumbers(const Document& document, Node source);

/// The <source> or <vertices> that the child <input> with that semantic refers to; empty when there is none.
Node inputSource(const Document& document, Node parent, std::string_view semantic);

/// The id of the element or of its nearest ancestor that has one, as UTF-8; its name where none has.
std::string labelOf(Node node);

/// " (named 'Cube')" for an element whose name its id does not say; empty otherwise.
std::string nameBeside(Node element);

/// Calls `visit` for `node` and every element below it, parents first, without recursion: the file decides the depth.
/// `visit` returns false to skip the element's children.
template <typename Visit>
void forEachElement(Node node, const Visit& visit) {
    Node at = node;
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

}  // namespace sinew::collada

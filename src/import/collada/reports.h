#pragma once

#include "import/collada/document.h"

namespace sinew::collada {

// What assimp guesses without a word, and what the file says oddly, as findings. Before Document::repair(), which
// rewrites elements.

/// - ids that several elements have ("id-duplicate");
/// - parts of meshes whose material the scene binds to none ("material-unbound");
/// - matrices whose last row is not 0 0 0 1, of nodes and channels ("matrix-not-affine") and of skins
///   ("bind-not-affine");
/// - negative weights ("weight-ignored");
/// - skins and meshes that nothing shows ("element-unused").
void reportGuesses(const Document& document, Findings& findings);

/// The line of the first '&' that begins no entity, outside of comments and CDATA; 0 where there is none.
size_t lineOfBareAmpersand(std::string_view xml);

/// The first word that is not UTF-8; nothing where all are, or where the document states Latin-1, which is read.
std::optional<WordPlace> firstNotUtf8(std::string_view xml);

/// Where the file is not well-formed XML; empty where it is, or is no XML at all.
std::string xmlFaultOf(const InputFile& file);

}  // namespace sinew::collada

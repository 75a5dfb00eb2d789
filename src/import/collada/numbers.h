#pragma once

#include "import/collada/document.h"

namespace sinew::collada {

/// Rewrites in place the words of arrays of numbers that are none, which readers cut short or reject: "1,5", as a
/// locale with decimal commas writes it, becomes 1.5 ("number-comma"), and any other, such as "-1.#IND" of the
/// Microsoft C library, becomes nan ("number-invalid"). In transforms, only commas are replaced. Returns the children
/// of the root that contain a changed list.
std::vector<Node> repairNumbers(const Document& document, Findings& findings);

}  // namespace sinew::collada

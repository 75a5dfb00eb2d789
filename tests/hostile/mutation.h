#pragma once

#include <string>

#include "support/random.h"

/// A model file with one defect: a number that is invalid, huge or negative; a part that is dropped, doubled or
/// renamed; a wrong reference. XML, JSON (also in a .glb) and other text stay well-formed; in other formats, bytes are
/// changed. `ending` includes the dot.
std::string mutated(const std::string& file, const std::string& ending, Random& random);

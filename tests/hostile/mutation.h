#pragma once

#include <string>

#include "support/random.h"

/// A model file with something wrong in it: a number that is none, or huge, or negative; a part dropped, doubled or
/// renamed; a reference to something else. XML, JSON (also that of a .glb) and other text stay what they are; of other
/// formats bytes are changed. `ending` with its dot. `what` is told what was done.
std::string mutated(const std::string& file, const std::string& ending, Random& random, std::string& what);

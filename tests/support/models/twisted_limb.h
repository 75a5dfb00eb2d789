#pragma once

#include <string>

/// A limb as Collada: a tube of 1 m on two joints, with weights that go from the one to the other along it. The upper
/// joint rests turned by half a turn about the limb: a wrist, as far as it goes.
std::string twistedLimb();

#pragma once

#include <string>

/// A limb as Collada: a tube of 1 m on two joints, with weights that change linearly along it. In the rest pose
/// the upper joint is rotated by half a turn about the limb, like a twisted wrist.
std::string twistedLimb();

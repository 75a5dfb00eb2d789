#pragma once

#include <string>

// Small Collada files for pictures, made by code. A figure of four boxes that no turn or mirror maps to itself: a foot
// pointing at the viewer (+Z), a body, a long arm to its left (+X), a head.

/// How the same figure may stand in a file.
enum class Axis { yUp, zUp };

/// The figure, rigid, without clips. `metersPerUnit` 0.0254 and Axis::zUp give the same picture as 1 and Axis::yUp.
std::string figure(Axis up, double metersPerUnit);

/// The same picture again, but every mesh is stored mirrored and placed by a mirroring matrix.
std::string mirroredFigure();

/// The figure with a node animation of 1 s that turns the body's children by half a turn.
std::string turningFigure();

/// The figure with an animation of 1 s in which it goes 1.3 forwards (+Z) and turns by a sixth of a turn.
std::string travelingFigure();

/// A chain of five joints that curls up within 1 s; no mesh at all.
std::string skeletonOnly();

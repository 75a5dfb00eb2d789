#pragma once

#include <string>

// Small Collada files for pictures. A figure of four boxes without any symmetry: a foot pointing at the viewer (+Z), a
// body, a long arm to its left (+X), a head.

/// The up axis of a file.
enum class Axis { yUp, zUp };

/// The figure, rigid, without clips. `metersPerUnit` 0.0254 and Axis::zUp give the same picture as 1 and Axis::yUp.
std::string figure(Axis up, double metersPerUnit);

/// The figure with every mesh stored mirrored, and placed by a mirroring matrix.
std::string mirroredFigure();

/// The figure with a node animation of 1 s that turns everything above the foot by half a turn.
std::string turningFigure();

/// The figure with an animation of 1 s in which it moves forward (+Z) by 1.3 and turns by a sixth of a turn.
std::string travelingFigure();

/// A chain of five joints that curls up within 1 s, without a mesh.
std::string skeletonOnly();

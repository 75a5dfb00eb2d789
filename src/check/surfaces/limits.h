#pragma once

#include <cstdint>

#include "check/limits.h"

namespace sinew {

using Cosine = float;       ///< of the angle between two directions
using Texel8 = uint8_t;     ///< a channel of a texel, 0 to 255
using Meters = double;      ///< of a model from corner to corner
using FigureShare = float;  ///< of the size of the skinned figure
using MeshShare = float;    ///< of the size of a mesh

/// Where the rules of this room draw their lines.
struct SurfaceLimits {
    // How much of a whole.
    Share slight = 0.02f;    ///< of any quantity: less is as good as nothing
    Share small = 0.05f;     ///< of any quantity: less is little
    Share few = 0.01f;       ///< less was meant, or an accident
    Share many = 0.1f;       ///< more is a fault of the whole
    Share lots = 0.2f;       ///< more is no chance
    Share most = 0.6f;       ///< less is no rule
    Share nearlyAll = 0.9f;  ///< more is a rule
    Share all = 0.99f;       ///< more is everything

    // How near two things are.
    MeshShare nothing = 1e-5f;  ///< smaller numbers are rounding
    MeshShare same = 1e-3f;     ///< nearer places are one
    Share alike = 0.15f;        ///< of a length: two that differ less are meant to be equal
    Share unlike = 0.4f;        ///< of a length or a cosine: what differs more is of another shape
    Cosine against = -0.2f;     ///< between a face and the sum of its normals: these are on its back
    Degrees turned = 20.0f;     ///< normals, from their faces
    Times farther = 4.0f;       ///< than the next one

    // How many are enough to tell.
    Count judgedFaces = 32;     ///< of a mesh that is judged as a whole
    Count largeMesh = 500;      ///< triangles of a mesh whose form tells whether it was misread
    Count looseFaces = 100;     ///< of a mesh that may fall apart
    Count copiedFaces = 12;     ///< of a mesh that is no mere quad or box
    Count boxFaces = 24;        ///< of a box, at most
    Count mirroredPoints = 60;  ///< of a surface that has two sides
    Count group = 8;            ///< normals, seams, stray vertices: more are no accident, or a part
    Count skeleton = 3;         ///< nodes that move, bones without triangles
    Count paintedVertices = 4;  ///< of a mesh that is no helper

    // How much is looked at.
    Count samples = 1u << 14;  ///< triangles or pairs of vertices of a mesh
    Count points = 1u << 16;   ///< texels of a texture
    Count posed = 1u << 19;    ///< pairs of vertices of a mesh, over all poses
    double texels = 1u << 26;  ///< of all textures with alpha
    Count planes = 400;        ///< points with which planes of symmetry are compared
    Count crowd = 64;          ///< points or instances of a mesh in one place
    uint32_t slopes = 512;     ///< texels along a normal map

    // Shapes.
    SizeShare stray = 0.1f;                                          ///< between a vertex and its neighbors
    SizeShare severalStray = 0.25f;                                  ///< the same, of several
    SizeShare seam = 0.002f;                                         ///< between both sides: it opens
    MeshShare farDelta = 1.5f;                                       ///< of a morph target
    Times otherStrength = 3.0f;                                      ///< of a morph target, than that of the other side
    float farWeight = 5.0f, farBackward = -2.0f, restWeight = 0.3f;  ///< of a morph target

    // Parts of a figure.
    FigureShare inside = 0.12f;         ///< beyond its box
    FigureShare scenery = 1.2f;         ///< larger
    FigureShare largestSibling = 2.0f;  ///< beside skinned meshes in the hierarchy
    FigureShare farPart = 5.0f;

    Share otherWeights = 0.35f;  ///< of a vertex, on both sides of a figure

    // Colors.
    uint32_t colorSide = 16;  ///< texels: less is a color, not a texture
    Texel8 texelStep = 1;     ///< what compression changes in a plain texture
    Texel8 texelSlack = 15;   ///< from 0 or 255: still black, magenta, white or opaque
    Times farUv = 200.0f;     ///< textures away

    // Sizes that a model has.
    Meters leastFigure = 0.05, mostFigure = 60.0, leastUsual = 0.2, mostUsual = 25.0, usual = 6.0;
    Meters leastScene = 0.005, mostScene = 1000.0;
    double leastWithoutUnit = 1e-3, mostWithoutUnit = 1e5;
};
inline constexpr SurfaceLimits kSurface;

/// True if `count` of `all` are that share, or more. In single precision, as shares are: 10 of 100 are 10 %.
inline bool areAtLeast(Share share, size_t count, size_t all) {
    return static_cast<float>(count) >= share * static_cast<float>(all);
}
inline bool areMoreThan(Share share, size_t count, size_t all) {
    return static_cast<float>(count) > share * static_cast<float>(all);
}

}  // namespace sinew

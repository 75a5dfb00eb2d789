#pragma once

#include <string>

/// A small glTF file for pictures, by the name of the sample asset of Khronos' after whose idea it is made. Geometry,
/// textures and materials are our own. It shows whether its surface is right:
/// - AlphaBlendModeTest: opaque, blended, and masked at 0.25, the default and 0.75. No red shows; blue fades upwards.
/// - AnisotropyBarnLamp: highlights turn by 45 degrees from ball to ball, about alike in the three rows: by the factor,
///   by the map, and half by each. Below, two disks brushed in rings and two brushed across them; the second of each is
///   turned by 90 degrees, which does not show.
/// - AnisotropyStrengthTest: highlights get wider along the parallels upwards, and rougher to the right.
/// - ClearCoatTest: base, coated, coating only. The middle column has the reflections of both others.
/// - Compare: the right one of each pair differs in base color, metallic, roughness; normal, occlusion, emissive
///   strength; coat, sheen, specular; transmission, iridescence, anisotropy.
/// - IORTestGrid: indices of 1, 1.33, 1.5, 1.8 and 2.4, of opaque balls, of thin glass, and of solid glass, which bends
///   what is behind it.
/// - IridescenceDielectricSpheres: films of 100 to 700 nm, with an index of 1.3 and 1.9 on a base of 1.5 and on one
///   of 2.2.
/// - MetalRoughSpheres and MetalRoughSpheresNoTextures, which look alike: from dielectric to metal upwards, from smooth
///   to rough to the right.
/// - NormalTangentTest: a cap and its normal map look alike in four orientations, without tangents.
/// - NormalTangentMirrorTest: the same with tangents, and with U and V mirrored.
/// - SheenTestGrid: sheen gets stronger to the right, and rougher downwards.
/// - SpecularTest: rows 1 and 2, 3 and 4, 5 and 6 look alike (factor, texture). Nothing is purple, the first of each
/// row
///   is black inside.
/// - TransmissionTest: all glass, with holes, with opaque checks, with both; smooth, rough, and with bands of metal.
/// @throws std::out_of_range for another name.
std::string judgedSurface(const std::string& name);

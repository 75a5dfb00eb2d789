#pragma once

#include "import/gltf/file.h"
#include "model/finding.h"

namespace sinew::gltf {

// What assimp drops or repairs without a word, as findings.

/// Channels without a target ("channel-unusable"), two channels of one property ("channel-twice"), and interpolations
/// that the format does not know ("interpolation-unknown"). Keys of splines whose tangents are not finite
/// ("key-dropped"). See also reportLastTimes().
void reportChannels(File& file, Findings& findings);

// What is read here, and what other readers refuse or ignore:

/// Extensions that the file uses and does not list ("extension-undeclared").
void reportUndeclared(const File& file, Findings& findings);

/// Accessors whose elements begin between the words of memory, and sparse indices out of order ("accessor-irregular").
void reportIrregular(File& file, Findings& findings);

/// Meshes whose positions have no min and max, as the format demands ("bounds-missing").
void reportBoundless(const File& file, Findings& findings);

/// Attributes whose names glTF does not define ("attribute-ignored"), and those of morph targets that their parts lack
/// ("morph-misfit").
void reportAttributeNames(const File& file, Findings& findings);

/// Lists without elements, but for what extensions and authors add ("list-empty").
void reportEmptyLists(const File& file, Findings& findings);

/// Joints and clips without a name where most others have one, and several clips of which most have none
/// ("name-missing").
void reportNameless(const File& file, Findings& findings);

/// Cameras that see nothing ("camera-invalid").
void reportCameras(const File& file, Findings& findings);

/// Text that is not UTF-8 ("json-encoding"), of the members that were read.
void reportEncoding(const File& file, Findings& findings);

/// Attributes of integers where the format wants floats ("attribute-format").
void reportFormats(const File& file, Findings& findings);

/// Normals that are not of unit length ("normals-not-unit").
void reportNormals(File& file, Findings& findings);

/// Nodes with a matrix, translation, rotation or scale of another number of numbers ("transform-invalid"); they are
/// ignored.
void dropBrokenTransforms(File& file, Findings& findings);

/// Nodes with a matrix whose last row is not 0 0 0 1 ("matrix-not-affine").
void reportMatrices(const File& file, Findings& findings);

/// Nodes that clips move, but that have a matrix ("matrix-animated").
void reportAnimatedMatrices(const File& file, Findings& findings);

/// Embedded PNG and JPEG pictures that state the other type ("texture-type-wrong").
void reportImageTypes(File& file, Findings& findings);

/// Nodes whose rotation is no quaternion of unit length ("rotation-not-unit"). One of no length becomes the identity.
void repairRotations(File& file, Findings& findings);

/// Indices beyond the last whole triangle ("indices-incomplete").
void reportIndices(const File& file, Findings& findings);

/// Morph targets with another number of vertices than their mesh, and weights for other than the mesh's number of
/// targets ("morph-misfit"). Names for other than that number, and two targets of one name ("morph-misnamed").
void reportMorphs(const File& file, Findings& findings);

/// Parts without a material while nothing has one of the file's materials, and skinned ones beside others that have one
/// ("material-none").
void reportBareParts(const File& file, Findings& findings);

/// Tangents whose fourth number is neither 1 nor -1 ("tangents-odd"); the nearest sign is used.
void reportTangents(File& file, Findings& findings);

}  // namespace sinew::gltf

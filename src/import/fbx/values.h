#pragma once

#include "import/fbx/document.h"

namespace sinew::fbx {

/// Gives the values of a text file from version 7 on the kinds that binary files have, so that write() writes one.
/// @return false, and an unchanged document, for a file with embedded files, which texts encode.
bool typeValues(Document& document);

/// Leaves only the last one of properties with a name, which counts. @return whether there was something to drop.
bool dropRepeatedProperties(Document& document);

/// Drops properties of nodes of kinds that assimp parses, but then fails on: its check of each node's metadata ends the
/// import. No node's transform is among them. @return whether there was something to drop.
bool dropUnreadProperties(Document& document);

/// Drops curves without a key, in which assimp reads one. @return whether there was something to drop.
bool dropEmptyCurves(Document& document);

/// The usual ticks (kTicksPerSecond) in one of the file, whose header may choose 141120000 a second.
double ticksInOne(const Record& root);

/// Multiplies the times of a document from version 7 on. Values must have the kinds of binary files.
void scaleTimes(Document& document, double factor);

}  // namespace sinew::fbx

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace Assimp {
class Importer;
}

namespace sinew {

class InputFile;
class ModelFolder;

/// Restricts an importer to model formats: no terrains, levels, building plans or assimp's own dumps.
/// Fewer importers also reduce the attack surface.
void keepModelFormats(Assimp::Importer& importer);

/// Keeps assimp from reading text as OBJ, which it detects by a single letter: removes that importer unless the model's
/// ending is .obj or its first lines are OBJ statements.
void guardAgainstText(Assimp::Importer& importer, const ModelFolder& folder);

/// The endings of all formats that importModel() reads, sorted: ".3ds", ".dae", ...
std::vector<std::string> modelEndings();

/// The endings of the formats that are read, for messages: ".3ds, .dae, ...".
std::string supportedEndings();

/// The names whose ending, in any case, is that of a format that importModel() reads.
std::vector<std::string> namesOfModels(std::vector<std::string> names);

/// The ending of the format that the content says it is: ".glb", ".gltf", ".fbx" or ".dae"; empty where it
/// does not say.
std::string endingByContent(const InputFile& file);

/// The path's ending in lower case: ".dae".
std::string endingOf(const std::filesystem::path& path);

}  // namespace sinew

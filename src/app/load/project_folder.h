#pragma once

#include <filesystem>

#include "model/model.h"

namespace sinew {

/// The directory of the project that a model file belongs to, where its missing textures may be: the nearest one above
/// the model's directory that has a file by which Gazebo, ROS, Unity, Unreal, Godot or git mark a project; else the one
/// that the relative paths of the missing textures lead to; else the parent of the model's directory. Empty if that
/// would be the root, the user's home directory or one above it, which are too much to allow.
std::filesystem::path projectFolderOf(const std::filesystem::path& modelFile, const Model& model);

/// How many textures of the model were not found.
size_t countMissingTextures(const Model& model);

}  // namespace sinew

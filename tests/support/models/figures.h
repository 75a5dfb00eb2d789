#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/shared_folder.h"

/// Real figures of different makers, with other names, proportions, axes and rest poses.
namespace figures {

struct Figure {
    const char* name;
    const char* file;  ///< below the folder of models; "" for the bundled character
};

inline constexpr Figure kFigures[] = {
    {"character", ""},
    {"cowboy", "dae_cowboy/model.dae"},
    {"cmu", "dae_gz_walk/walk.dae"},
    {"biped", "fbx_pab_crossarms/crossarms.fbx"},
    {"biped_walk", "dae_pab_walk_animonly/walk.dae"},
    {"arnaud", "fbx_pab_arnaud/arnaud.fbx"},
    {"zombie", "fbx_quaternius_zombie/Zombie.fbx"},
    {"peach", "fbx_quaternius_peach/Peach.fbx"},
    {"robot", "fbx_quaternius_robot/Robot.fbx"},
    {"suit", "fbx_quaternius_male_suit/Smooth_Male_Suit.fbx"},
    {"alien", "fbx_quaternius_alien_helmet/Alien_Helmet.fbx"},
    {"cesium", "gltf_cesium_man_embedded/cesium_man.gltf"},
    {"kenney", "fbx_ufbx_kenney_character/maya_kenney_character_7700_binary.fbx"},
    {"humanik", "fbx_ufbx_maya_character_7500_binary/maya_character_7500_binary.fbx"},
    {"godot", "gltf_godot_player/player.glb"},
    {"knight", "gltf_kaykit_knight/Knight.glb"},
    {"mannequiny", "gltf_mannequiny_godot/mannequiny.glb"},
};

inline std::filesystem::path fileOf(const std::string& name) {
    for (const Figure& figure : kFigures)
        if (figure.name == name && *figure.file) return sharedFolder("models") / figure.file;
    return std::filesystem::path(SINEW_SOURCE_DIR) / "assets/character.dae";
}

/// A source of clips and the figure that plays them.
struct Pair {
    const char *source, *target;
};

inline constexpr Pair kPairs[] = {
    {"cmu", "character"},        {"biped", "character"},   {"zombie", "character"}, {"peach", "character"},
    {"suit", "character"},       {"cesium", "character"},  {"kenney", "character"}, {"knight", "character"},
    {"mannequiny", "character"}, {"godot", "character"},   {"cowboy", "character"}, {"character", "knight"},
    {"character", "mannequiny"}, {"character", "cmu"},     {"character", "suit"},   {"cmu", "arnaud"},
    {"knight", "zombie"},        {"mannequiny", "cesium"}, {"zombie", "knight"},    {"biped_walk", "humanik"},
    {"cesium", "kenney"},        {"alien", "mannequiny"},  {"character", "robot"},  {"robot", "mannequiny"},
    {"mannequiny", "godot"},     {"cmu", "cowboy"},        {"character", "peach"},  {"suit", "alien"},
};

}  // namespace figures

#pragma once

#include <string>

// The bundled models.
inline const std::string kCharacter = SINEW_SOURCE_DIR "/assets/character.dae";
inline const std::string kSnake = SINEW_SOURCE_DIR "/assets/snake.dae";
inline const std::string kTube = SINEW_SOURCE_DIR "/assets/tube.dae";

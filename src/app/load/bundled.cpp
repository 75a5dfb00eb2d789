#include "app/load/bundled.h"

#include <array>

#include <fmt/format.h>

#include "error.h"

namespace sinew {

std::filesystem::path bundledCharacter() {
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const std::array places{program.parent_path() / "../share/sinew/character.dae",
                            std::filesystem::path(SINEW_ASSET_DIR) / "character.dae"};
    for (const auto& place : places)
        if (std::filesystem::exists(place, ignored)) return place.lexically_normal();
    throw Error(Exit::environment, fmt::format("the bundled character is not there ({}); name a model",
                                               places[0].lexically_normal().string()));
}

}  // namespace sinew

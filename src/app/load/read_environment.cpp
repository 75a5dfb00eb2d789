#include "app/load/read_environment.h"

#include <cstdio>

#include "app/report/messages.h"
#include "base/shown_text.h"
#include "import/sandbox/isolate.h"
#include "render/draw_list.h"

namespace sinew {

LightReader makeLightReader(const ViewSettings& view) {
    if (view.environment == kNoEnvironment || view.environment == kStudio) return {};
    if (!view.load.model.sandbox)
        return [](const std::filesystem::path& path, const std::stop_token&) { return readRadiancePicture(path); };
    return [isolated = std::make_shared<IsolatedImporter>(view.load.model.limits)](const std::filesystem::path& path,
                                                                                   const std::stop_token& stop) {
        return isolated->readRadiancePicture(path, stop);
    };
}

std::shared_ptr<const Environment> makeEnvironment(const std::string& name, const LightReader& read,
                                                   const std::stop_token& stop) {
    if (name == kNoEnvironment) return std::make_shared<Environment>(darkEnvironment());
    if (name == kStudio) return {std::shared_ptr<void>(), &studioEnvironment()};
    const RadiancePicture picture = read(name, stop);
    if (const std::string flaws = textOf(picture.flaws); !flaws.empty()) say("{}: {}", shownPath(name), flaws);
    EnvironmentPicture light{.width = picture.width, .height = picture.height};
    light.texels.reserve(picture.rgb.size() / 3);
    for (size_t i = 0; i < picture.rgb.size(); i += 3)
        light.texels.emplace_back(picture.rgb[i], picture.rgb[i + 1], picture.rgb[i + 2]);
    return std::make_shared<Environment>(bakeEnvironment(light));
}

std::shared_ptr<const Environment> makeNeededEnvironment(const ViewSettings& view, const LightReader& read) {
    const bool isSpared = view.environment == kStudio && !reflectsEnvironment(view.look);
    return makeEnvironment(isSpared ? kNoEnvironment : view.environment, read);
}

}  // namespace sinew

#pragma once

#include <memory>

#include "app/options.h"
#include "app/stage.h"
#include "import/import_model.h"
#include "render/pipelines.h"
#include "render/shader_library.h"

namespace sinew {

class Device;

/// The model that the options name, read and set to their clip, time, speed and repeat. Warnings go to stderr.
/// @throws Error as `importer` and findClip() do.
std::unique_ptr<Stage> makeStage(const Options& options, const Importer& importer);

/// Like the options' view, with what they fit of the stage in the picture: its present clip, pose or bind pose. For a
/// turntable it is as far away as the widest of its views asks.
Camera makeCamera(const Options& options, Stage& stage, float aspect);

Look makeLook(const Options& options);

/// What the options want to be seen beside what plays. @throws Error as findClip() does.
Compared makeCompared(const Options& options, const Model& model);

ShaderLibrary makeShaderLibrary(const Options& options);

/// For models of `influences`, which are those that an ImportReport says were kept.
PictureFormat makePictureFormat(const Options& options, uint32_t influences, const Device& device, VkFormat color);

/// Says on stderr what of that was asked for the device has not: so many samples, wireframe.
void warnOfLacks(const Options& options, const Device& device);

}  // namespace sinew

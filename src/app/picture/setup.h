#pragma once

#include "app/options/settings.h"
#include "app/stage/views.h"
#include "render/pipelines.h"
#include "render/shader_library.h"

namespace sinew {

class Device;
class Instance;
class ShownStage;

/// The fixed view of the settings, or their viewpoint, at the distance that fits the stage's clip, pose or bind pose
/// into the picture. A turntable camera fits it from every side.
Camera makeCamera(const CameraSettings& settings, Stage& stage, float aspect);

/// How far the camera has moved with the model: as the stage traveled, and along the way of its figure.
glm::vec3 followed(const CameraSettings& settings, Stage& stage);

ShaderLibrary makeShaderLibrary(const DeviceSettings& settings);

/// For models with that many influences per vertex (ImportReport::keptInfluences).
PictureFormat makePictureFormat(const DeviceSettings& settings, uint32_t influences, const Device& device,
                                VkFormat color);

/// Reports on stderr what the device does not support of the sample count and the look.
void warnOfLacks(const DeviceSettings& settings, const Look& look, const Device& device);

/// Reports on stderr the textures of the stage's model that the device cannot read.
void warnOfTextures(const Stage& stage, const Device& device);

/// Reports the number of validation messages on stderr. False if there are none.
bool printValidation(const Instance& instance);

/// Composes the views of a frame, which Renderer::record() draws side by side, from the stage's last updatePose(): one,
/// or two with SideBySide, each with its ghosts. `shown`: draws the stage; `extent`: of the picture. Valid until the
/// next call with the same `shown`.
std::span<const Scene> composeFrame(Stage& stage, ShownStage& shown, const Camera& camera, const Look& look,
                                    VkExtent2D extent);

/// The aspect ratio of each view of the stage in a picture of that size.
float viewAspect(const Stage& stage, VkExtent2D extent);

}  // namespace sinew

#pragma once

#include <optional>

#include "app/options/settings.h"
#include "app/stage/stage.h"
#include "render/camera.h"
#include "viewer/window.h"

namespace sinew {

/// A camera that smoothly frames the playing model until the user moves it. Always follows the model's displacement.
class FollowingCamera {
  public:
    /// `settings` give the initial view, and must outlive the camera.
    explicit FollowingCamera(const CameraSettings& settings) : settings_(settings) {}

    /// Jumps to the initial view of `stage`.
    void start(Stage& stage, float aspect);

    /// As start(), but keeps the angles.
    void frame(Stage& stage, float aspect);

    void turnTo(const Viewpoint& view);  ///< ignores its distance
    /// The angles, if the user has changed them since the last reset. Rounded such that turnTo() reproduces them
    /// exactly.
    std::optional<Viewpoint> turnedView() const;

    /// Glides back to the initial view and frames the model again.
    void reset(Stage& stage, float aspect);

    /// Orbits, pans and zooms.
    void move(const Input& input);

    /// Advances by `seconds` of real time.
    void advance(Stage& stage, float aspect, double seconds);

    const Camera& camera() const { return camera_; }
    bool gliding() const { return gliding_; }

  private:
    const CameraSettings& settings_;
    Camera camera_, goal_;
    glm::vec3 followed_{0.0f};  ///< the part of the displacement that the camera has followed
    bool framing_ = true;       ///< cleared when the user moves the camera
    bool gliding_ = false;
    bool turned_ = false;
};

}  // namespace sinew

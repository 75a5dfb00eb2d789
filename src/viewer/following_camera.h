#pragma once

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

    /// Glides back to the initial view and frames the model again.
    void reset(Stage& stage, float aspect);

    /// Glides to another side.
    void look(float yawDegrees, float pitchDegrees);

    /// Glides so close that the box fills the picture.
    void focus(const Box& box, float aspect);

    /// The share of the width and height of a view, from its upper left corner, in whose middle the model is.
    void setFree(const glm::vec2& free) { free_ = free; }

    /// Orbits, pans and zooms.
    void move(const Input& input);

    /// Advances by `seconds` of real time.
    void advance(Stage& stage, float aspect, double seconds);

    const Camera& camera() const { return camera_; }
    Camera pictured() const;  ///< of a picture in which nothing covers the model
    bool gliding() const { return gliding_; }

  private:
    Camera framed(Stage& stage, float aspect) const;

    const CameraSettings& settings_;
    Camera camera_, goal_;
    glm::vec3 followed_{0.0f};  ///< the part of the displacement that the camera has followed
    glm::vec2 free_{1.0f};
    bool framing_ = true;  ///< cleared when the user moves the camera
    bool gliding_ = false;
};

}  // namespace sinew

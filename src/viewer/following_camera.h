#pragma once

#include <optional>

#include "app/options.h"
#include "app/stage.h"
#include "render/camera.h"
#include "viewer/window.h"

namespace sinew {

/// A camera that frames what is played, and glides to it, until the user moves it; who goes over the floor is followed
/// even then.
class FollowingCamera {
  public:
    /// `options`: for its view; must outlive it.
    explicit FollowingCamera(const Options& options) : options_(options) {}

    /// Stands at once as it does for `stage` at its beginning.
    void start(Stage& stage, float aspect);

    /// The same, but for the angles, which stay.
    void frame(Stage& stage, float aspect);

    void turnTo(const Viewpoint& view);  ///< its distance does not count
    /// The angles, where the user has turned the camera since it was reset: rounded so far that who turns to them has
    /// the same, however often.
    std::optional<Viewpoint> turnedView() const;

    /// Glides back to there, and frames what is played again.
    void reset(Stage& stage, float aspect);

    /// As the mouse asks.
    void move(const Input& input);

    /// Goes on by `seconds`.
    void advance(Stage& stage, float aspect, double seconds);

    const Camera& camera() const { return camera_; }
    bool gliding() const { return gliding_; }

  private:
    const Options& options_;
    Camera camera_, goal_;
    glm::vec3 followed_{0.0f};  ///< as far as the camera has followed who goes
    bool framing_ = true;       ///< until the user moves the camera
    bool gliding_ = false;
    bool turned_ = false;
};

}  // namespace sinew

#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/stage/stage.h"
#include "benchmark/pose_way.h"
#include "support/distance.h"

using namespace sinew;

namespace {

class OurWay : public PoseWay {
  public:
    OurWay(const Model& model, const PoseKernels& kernels)
        : kernels_(kernels),
          stage_({.model = model}),
          durationSeconds_(model.clips[0].durationSeconds),
          boneIndices_(model.instances[0].bones.size()),
          palette_(boneIndices_.size()) {
        std::iota(boneIndices_.begin(), boneIndices_.end(), 0u);
        stage_.playback().context().kernels = &kernels;
        stage_.play(0);
    }

    void update(double timeSeconds, bool isSeek) override {
        if (isSeek) {
            stage_.seek(timeSeconds);
        } else {
            const double seconds = timeSeconds - lastSeconds_;
            stage_.advance(seconds < 0.0 ? seconds + durationSeconds_ : seconds);
        }
        lastSeconds_ = timeSeconds;
        const std::span<const glm::mat4> worldFromNode = stage_.updatePose();
        writePalette(stage_.model().instances[0].bones, boneIndices_, worldFromNode, palette_, kernels_);
    }
    glm::mat4 matrix(size_t bone) const override { return palette_[bone]; }

  private:
    const PoseKernels& kernels_;
    Stage stage_;
    double durationSeconds_;
    std::vector<uint32_t> boneIndices_;  ///< like those of a mesh part
    std::vector<glm::mat4> palette_;
    double lastSeconds_ = 0.0;
};

}  // namespace

std::unique_ptr<PoseWay> ourWay(const Model& model, const PoseKernels& kernels) {
    return std::make_unique<OurWay>(model, kernels);
}

void checkAgreement(PoseWay& a, PoseWay& b, double durationSeconds, float tolerance) {
    for (int i = 0; i < 20; ++i) {
        const double time = durationSeconds * (i + 0.37) / 20.0;
        a.update(time, true);
        b.update(time, true);
        for (size_t bone = 0; bone < 64; ++bone)
            if (!(distance(a.matrix(bone), b.matrix(bone)) <= tolerance))
                throw std::runtime_error("two ways to the same pose are " +
                                         std::to_string(distance(a.matrix(bone), b.matrix(bone))) + " apart");
    }
}

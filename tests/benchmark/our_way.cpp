#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "animation/animator.h"
#include "benchmark/pose_way.h"
#include "support/distance.h"

using namespace sinew;

namespace {

class OurWay : public PoseWay {
  public:
    OurWay(const Model& model, const PoseKernels& kernels)
        : bones_(model.instances[0].bones),
          kernels_(kernels),
          animator_(model.hierarchy, model.clips),
          worldFromNode_(model.hierarchy.size()),
          palette_(bones_.size()) {
        animator_.play(0);
    }

    void update(double timeSeconds, bool isSeek) override {
        if (&poseKernels() != &kernels_) choosePoseKernels(kernels_);
        if (isSeek)
            animator_.seek(timeSeconds);
        else
            animator_.advance(timeSeconds - lastSeconds_);
        lastSeconds_ = timeSeconds;
        animator_.walk(glm::mat4(1.0f), worldFromNode_);
        writePalette(bones_, worldFromNode_, palette_);
    }
    glm::mat4 matrix(size_t bone) const override { return palette_[bone]; }

  private:
    std::span<const Bone> bones_;
    const PoseKernels& kernels_;
    Animator animator_;
    std::vector<glm::mat4> worldFromNode_, palette_;
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

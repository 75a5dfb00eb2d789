// ozz-animation from SINEW_BENCH_OZZ, as in its own samples: sample, local to model, times the inverse
// bind matrices.

#include <stdexcept>
#include <vector>

#include <glm/gtc/type_ptr.hpp>

#include "benchmark/pose_way.h"
#include "ozz/animation/offline/animation_builder.h"
#include "ozz/animation/offline/raw_animation.h"
#include "ozz/animation/offline/raw_skeleton.h"
#include "ozz/animation/offline/skeleton_builder.h"
#include "ozz/animation/runtime/animation.h"
#include "ozz/animation/runtime/local_to_model_job.h"
#include "ozz/animation/runtime/sampling_job.h"
#include "ozz/animation/runtime/skeleton.h"
#include "ozz/base/maths/soa_transform.h"

namespace {

namespace offline = ozz::animation::offline;

ozz::math::Float3 vectorOf(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

ozz::math::Quaternion quaternionOf(const glm::quat& q) {
    return {q.x, q.y, q.z, q.w};
}

offline::RawSkeleton::Joint jointOf(const sinew::NodeHierarchy& hierarchy, size_t node) {
    const sinew::Transform& rest = hierarchy.rest[node];
    offline::RawSkeleton::Joint joint;
    joint.name = hierarchy.names[node].c_str();
    joint.transform = {vectorOf(rest.translation), quaternionOf(rest.rotation), vectorOf(rest.scale)};
    for (size_t child = node + 1; child < hierarchy.size(); ++child)
        if (hierarchy.parents[child] == static_cast<int32_t>(node)) joint.children.push_back(jointOf(hierarchy, child));
    return joint;
}

class OzzWay : public PoseWay {
  public:
    explicit OzzWay(const sinew::Model& model) : durationSeconds_(model.clips[0].durationSeconds) {
        offline::RawSkeleton skeleton;
        skeleton.roots.push_back(jointOf(model.hierarchy, 0));
        skeleton_ = offline::SkeletonBuilder()(skeleton);
        // The clip has a channel for each node, and both orders are depth first.
        offline::RawAnimation animation;
        animation.duration = static_cast<float>(durationSeconds_);
        for (const sinew::Channel& channel : model.clips[0].channels) {
            auto& track = animation.tracks.emplace_back();
            for (size_t key = 0; key < channel.rotation.size(); ++key) {
                const auto time = static_cast<float>(channel.rotation.times[key]);
                track.translations.push_back({time, vectorOf(channel.translation.values[key])});
                track.rotations.push_back({time, quaternionOf(channel.rotation.values[key])});
                track.scales.push_back({time, vectorOf(channel.scale.values[key])});
            }
        }
        animation_ = offline::AnimationBuilder()(animation);
        if (!skeleton_ || !animation_) throw std::runtime_error("ozz-animation does not take the benchmark's rig");
        context_.Resize(skeleton_->num_joints());
        locals_.resize(static_cast<size_t>(skeleton_->num_soa_joints()));
        models_.resize(static_cast<size_t>(skeleton_->num_joints()));
        palette_.resize(models_.size());
        for (const sinew::Bone& bone : model.instances[0].bones) {
            auto& inverse = inverseBindMatrices_.emplace_back();
            for (int column = 0; column < 4; ++column)
                inverse.cols[column] = ozz::math::simd_float4::LoadPtrU(&bone.inverseBindMatrix[column].x);
        }
    }

    void update(double timeSeconds, bool) override {
        ozz::animation::SamplingJob sampling;
        sampling.animation = animation_.get();
        sampling.context = &context_;
        sampling.ratio = static_cast<float>(timeSeconds / durationSeconds_);
        sampling.ratio -= static_cast<float>(static_cast<int>(sampling.ratio));
        sampling.output = ozz::make_span(locals_);
        ozz::animation::LocalToModelJob walk;
        walk.skeleton = skeleton_.get();
        walk.input = ozz::make_span(locals_);
        walk.output = ozz::make_span(models_);
        if (!sampling.Run() || !walk.Run()) throw std::runtime_error("an ozz-animation job failed");
        for (size_t i = 0; i < palette_.size(); ++i)
            palette_[i] = models_[i] * inverseBindMatrices_[i];
    }
    glm::mat4 matrix(size_t bone) const override {
        glm::mat4 matrix;
        for (int column = 0; column < 4; ++column)
            ozz::math::StorePtrU(palette_[bone].cols[column], &matrix[column].x);
        return matrix;
    }

  private:
    double durationSeconds_;
    ozz::unique_ptr<ozz::animation::Skeleton> skeleton_;
    ozz::unique_ptr<ozz::animation::Animation> animation_;
    ozz::animation::SamplingJob::Context context_;
    ozz::vector<ozz::math::SoaTransform> locals_;
    ozz::vector<ozz::math::Float4x4> models_, palette_, inverseBindMatrices_;
};

}  // namespace

std::unique_ptr<PoseWay> ozzWay(const sinew::Model& model) {
    return std::make_unique<OzzWay>(model);
}

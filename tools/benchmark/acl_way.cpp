// ACL from SINEW_BENCH_ACL, and ozz-animation from SINEW_BENCH_OZZ.

#include "benchmark/acl_way.h"

#include <stdexcept>
#include <vector>

#include "acl/compression/compress.h"
#include "acl/compression/track_array.h"
#include "acl/compression/track_error.h"
#include "acl/core/ansi_allocator.h"
#include "acl/decompression/decompress.h"
#include "animation/clip/sample.h"
#include "benchmark/rounds.h"
#include "ozz/animation/offline/raw_skeleton.h"
#include "ozz/animation/offline/skeleton_builder.h"
#include "ozz/animation/runtime/local_to_model_job.h"
#include "ozz/animation/runtime/skeleton.h"
#include "ozz/base/maths/soa_transform.h"

using namespace sinew;

namespace {

namespace offline = ozz::animation::offline;

rtm::qvvf qvvOf(const Transform& t) {
    return rtm::qvv_set(rtm::quat_normalize(rtm::quat_set(t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w)),
                        rtm::vector_set(t.translation.x, t.translation.y, t.translation.z),
                        rtm::vector_set(t.scale.x, t.scale.y, t.scale.z));
}

offline::RawSkeleton::Joint jointOf(const NodeHierarchy& hierarchy, size_t node) {
    offline::RawSkeleton::Joint joint;
    joint.name = std::to_string(node).c_str();
    joint.transform = ozz::math::Transform::identity();
    for (size_t child = node + 1; child < hierarchy.size(); ++child)
        if (hierarchy.parents[child] == static_cast<int32_t>(node)) joint.children.push_back(jointOf(hierarchy, child));
    return joint;
}

struct PoseWriter : acl::track_writer {
    std::vector<Transform> pose;

    void RTM_SIMD_CALL write_rotation(uint32_t i, rtm::quatf_arg0 value) {
        rtm::quat_store(value, &pose[i].rotation.x);
    }
    void RTM_SIMD_CALL write_translation(uint32_t i, rtm::vector4f_arg0 value) {
        rtm::vector_store3(value, &pose[i].translation.x);
    }
    void RTM_SIMD_CALL write_scale(uint32_t i, rtm::vector4f_arg0 value) {
        rtm::vector_store3(value, &pose[i].scale.x);
    }
};

class Clip : public AclClip {
  public:
    Clip(const AnimationClip& clip, const NodeHierarchy& hierarchy, const ClipCompression& settings) {
        readRate(clip);
        const acl::track_array_qvvf tracks = tracksOf(clip, hierarchy, settings);
        acl::qvvf_transform_error_metric metric;
        acl::compression_settings ours = acl::get_default_compression_settings();
        ours.error_metric = &metric;
        acl::output_stats statistics;
        acl::error_result failed;
        seconds_ = secondsOf([&] { failed = acl::compress_track_list(allocator_, tracks, ours, clip_, statistics); });
        if (failed.any() || !context_.initialize(*clip_)) throw std::runtime_error("ACL does not take a clip");
        error_ = acl::calculate_compression_error(allocator_, tracks, context_, metric).error;
        writer_.pose = hierarchy.rest;
        offline::RawSkeleton skeleton;
        for (size_t node = 0; node < hierarchy.size(); ++node)
            if (hierarchy.parents[node] < 0) skeleton.roots.push_back(jointOf(hierarchy, node));
        skeleton_ = offline::SkeletonBuilder()(skeleton);
        if (!skeleton_) throw std::runtime_error("ozz-animation does not take a skeleton");
        locals_.assign(static_cast<size_t>(skeleton_->num_soa_joints()), ozz::math::SoaTransform::identity());
        models_.resize(static_cast<size_t>(skeleton_->num_joints()));
    }
    ~Clip() override { allocator_.deallocate(clip_, clip_->get_size()); }
    Clip(const Clip&) = delete;
    Clip& operator=(const Clip&) = delete;

    size_t byteCount() const override { return clip_->get_size(); }
    float error() const override { return error_; }
    double compressSeconds() const override { return seconds_; }
    void update(double timeSeconds) override {
        context_.seek(static_cast<float>(timeSeconds - start_), acl::sample_rounding_policy::none);
        context_.decompress_tracks(writer_);
        ozz::animation::LocalToModelJob walk;
        walk.skeleton = skeleton_.get();
        walk.input = ozz::make_span(locals_);
        walk.output = ozz::make_span(models_);
        if (!walk.Run()) throw std::runtime_error("an ozz-animation job failed");
    }

  private:
    void readRate(const AnimationClip& clip) {
        for (const Channel& channel : clip.channels) {
            const auto look = [&](const auto& track) {
                if (track.size() <= rows_) return;
                rows_ = static_cast<uint32_t>(track.size());
                start_ = track.times.front();
                rate_ = (rows_ - 1) / (track.times.back() - start_);
            };
            look(channel.translation), look(channel.rotation), look(channel.scale);
        }
    }

    acl::track_array_qvvf tracksOf(const AnimationClip& clip, const NodeHierarchy& hierarchy,
                                   const ClipCompression& settings) {
        const auto count = static_cast<uint32_t>(hierarchy.size());
        acl::track_array_qvvf tracks(allocator_, count);
        for (uint32_t node = 0; node < count; ++node) {
            acl::track_desc_transformf description;
            description.output_index = node;
            if (hierarchy.parents[node] >= 0) description.parent_index = static_cast<uint32_t>(hierarchy.parents[node]);
            description.precision = settings.tolerance;
            description.shell_distance = settings.reach[node];
            description.default_value = qvvOf(hierarchy.rest[node]);
            tracks[node] = acl::track_qvvf::make_reserve(description, allocator_, rows_, static_cast<float>(rate_));
        }
        std::vector<Transform> pose(count);
        SampleCursor cursor;
        for (uint32_t row = 0; row < rows_; ++row) {
            sample(clip, hierarchy, start_ + row / rate_, cursor, pose);
            for (uint32_t node = 0; node < count; ++node)
                tracks[node][row] = qvvOf(pose[node]);
        }
        return tracks;
    }

    acl::ansi_allocator allocator_;
    acl::compressed_tracks* clip_ = nullptr;
    acl::decompression_context<acl::default_transform_decompression_settings> context_;
    uint32_t rows_ = 1;
    double start_ = 0.0, rate_ = 1.0, seconds_ = 0.0;
    float error_ = 0.0f;
    PoseWriter writer_;
    ozz::unique_ptr<ozz::animation::Skeleton> skeleton_;
    ozz::vector<ozz::math::SoaTransform> locals_;
    ozz::vector<ozz::math::Float4x4> models_;
};

}  // namespace

std::unique_ptr<AclClip> aclClip(const AnimationClip& clip, const NodeHierarchy& hierarchy,
                                 const ClipCompression& settings) {
    return std::make_unique<Clip>(clip, hierarchy, settings);
}

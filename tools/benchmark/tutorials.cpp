#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <assimp/anim.h>
#include <assimp/scene.h>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "benchmark/pose_way.h"

namespace {

aiVector3D vectorOf(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

aiQuaternion quaternionOf(const glm::quat& q) {
    return {q.w, q.x, q.y, q.z};
}

glm::vec3 vectorOf(const aiVector3D& v) {
    return {v.x, v.y, v.z};
}

glm::quat quaternionOf(const aiQuaternion& q) {
    return {q.w, q.x, q.y, q.z};
}

/// The model in assimp's structures.
class Scene {
  public:
    explicit Scene(const sinew::Model& model) {
        const sinew::NodeHierarchy& hierarchy = model.hierarchy;
        std::vector<aiNode*> nodes;
        for (size_t i = 0; i < hierarchy.size(); ++i) {
            auto* node = new aiNode(hierarchy.names[i]);
            const sinew::Transform& rest = hierarchy.rest[i];
            node->mTransformation =
                aiMatrix4x4(vectorOf(rest.scale), quaternionOf(rest.rotation), vectorOf(rest.translation));
            if (i > 0) nodes[static_cast<size_t>(hierarchy.parents[i])]->addChildren(1, &node);
            nodes.push_back(node);
        }
        scene_.mRootNode = nodes[0];
        const sinew::AnimationClip& clip = model.clips[0];
        auto* animation = new aiAnimation;
        animation->mDuration = clip.durationSeconds;
        animation->mTicksPerSecond = 1.0;
        animation->mNumChannels = static_cast<unsigned>(clip.channels.size());
        animation->mChannels = new aiNodeAnim*[clip.channels.size()];
        for (size_t i = 0; i < clip.channels.size(); ++i)
            animation->mChannels[i] = channelOf(clip.channels[i], hierarchy.names[clip.channels[i].node]);
        scene_.mNumAnimations = 1;
        scene_.mAnimations = new aiAnimation* [1] { animation };
    }

    const aiNode* root() const { return scene_.mRootNode; }
    const aiAnimation* animation() const { return scene_.mAnimations[0]; }

  private:
    static aiNodeAnim* channelOf(const sinew::Channel& channel, const std::string& name) {
        auto* out = new aiNodeAnim;
        out->mNodeName = name;
        out->mNumPositionKeys = static_cast<unsigned>(channel.translation.size());
        out->mPositionKeys = new aiVectorKey[channel.translation.size()];
        for (size_t key = 0; key < channel.translation.size(); ++key)
            out->mPositionKeys[key] = {channel.translation.times[key], vectorOf(channel.translation.values[key])};
        out->mNumRotationKeys = static_cast<unsigned>(channel.rotation.size());
        out->mRotationKeys = new aiQuatKey[channel.rotation.size()];
        for (size_t key = 0; key < channel.rotation.size(); ++key)
            out->mRotationKeys[key] = {channel.rotation.times[key], quaternionOf(channel.rotation.values[key])};
        out->mNumScalingKeys = static_cast<unsigned>(channel.scale.size());
        out->mScalingKeys = new aiVectorKey[channel.scale.size()];
        for (size_t key = 0; key < channel.scale.size(); ++key)
            out->mScalingKeys[key] = {channel.scale.times[key], vectorOf(channel.scale.values[key])};
        return out;
    }

    aiScene scene_;
};

template <typename Key>
unsigned keyAt(const Key* keys, unsigned count, double time) {
    for (unsigned i = 0; i + 1 < count; ++i)
        if (time < keys[i + 1].mTime) return i;
    return count - 2;
}

template <typename Key>
float ratioAt(const Key* keys, unsigned key, double time) {
    return static_cast<float>((time - keys[key].mTime) / (keys[key + 1].mTime - keys[key].mTime));
}

class FirstWay : public PoseWay {
  public:
    explicit FirstWay(const sinew::Model& model) : scene_(model), palette_(model.instances[0].bones.size()) {
        for (const sinew::Bone& bone : model.instances[0].bones) {
            boneOfName_[model.hierarchy.names[bone.node]] = static_cast<unsigned>(offsets_.size());
            offsets_.push_back(aiOf(bone.inverseBindMatrix));
        }
    }

    void update(double timeSeconds, bool) override { walk(timeSeconds, scene_.root(), aiMatrix4x4()); }
    glm::mat4 matrix(size_t bone) const override { return glm::transpose(glm::make_mat4(&palette_[bone].a1)); }

  private:
    static aiMatrix4x4 aiOf(const glm::mat4& m) {
        return {m[0][0], m[1][0], m[2][0], m[3][0], m[0][1], m[1][1], m[2][1], m[3][1],
                m[0][2], m[1][2], m[2][2], m[3][2], m[0][3], m[1][3], m[2][3], m[3][3]};
    }

    const aiNodeAnim* channelOf(const std::string& name) const {
        const aiAnimation* animation = scene_.animation();
        for (unsigned i = 0; i < animation->mNumChannels; ++i)
            if (std::string(animation->mChannels[i]->mNodeName.data) == name) return animation->mChannels[i];
        return nullptr;
    }

    static aiVector3D vectorAt(const aiVectorKey* keys, unsigned count, double time) {
        const unsigned key = keyAt(keys, count, time);
        const aiVector3D &start = keys[key].mValue, &end = keys[key + 1].mValue;
        return start + (end - start) * ratioAt(keys, key, time);
    }

    void walk(double time, const aiNode* node, const aiMatrix4x4& parent) {
        const std::string name(node->mName.data);
        aiMatrix4x4 local(node->mTransformation);
        if (const aiNodeAnim* channel = channelOf(name)) {
            aiMatrix4x4 scaling, translation;
            aiMatrix4x4::Scaling(vectorAt(channel->mScalingKeys, channel->mNumScalingKeys, time), scaling);
            const aiQuatKey* keys = channel->mRotationKeys;
            const unsigned key = keyAt(keys, channel->mNumRotationKeys, time);
            aiQuaternion rotation;
            aiQuaternion::Interpolate(rotation, keys[key].mValue, keys[key + 1].mValue, ratioAt(keys, key, time));
            rotation.Normalize();
            aiMatrix4x4::Translation(vectorAt(channel->mPositionKeys, channel->mNumPositionKeys, time), translation);
            local = translation * aiMatrix4x4(rotation.GetMatrix()) * scaling;
        }
        const aiMatrix4x4 global = parent * local;
        if (boneOfName_.find(name) != boneOfName_.end()) {
            const unsigned bone = boneOfName_[name];
            palette_[bone] = global * offsets_[bone];
        }
        for (unsigned i = 0; i < node->mNumChildren; ++i)
            walk(time, node->mChildren[i], global);
    }

    Scene scene_;
    std::map<std::string, unsigned> boneOfName_;
    std::vector<aiMatrix4x4> offsets_, palette_;
};

class SecondWay : public PoseWay {
  public:
    explicit SecondWay(const sinew::Model& model) : scene_(model), palette_(model.instances[0].bones.size()) {
        for (const sinew::Bone& bone : model.instances[0].bones)
            bones_.try_emplace(model.hierarchy.names[bone.node],
                               BoneInfo{static_cast<int>(bones_.size()), bone.inverseBindMatrix});
        const aiAnimation* animation = scene_.animation();
        for (unsigned i = 0; i < animation->mNumChannels; ++i)
            tracks_.push_back({animation->mChannels[i]->mNodeName.C_Str(), animation->mChannels[i]});
    }

    void update(double timeSeconds, bool) override { walk(timeSeconds, scene_.root(), glm::mat4(1.0f)); }
    glm::mat4 matrix(size_t bone) const override { return palette_[bone]; }

  private:
    struct BoneInfo {
        int id = 0;
        glm::mat4 offset{1.0f};
    };
    struct NamedTrack {
        std::string name;
        const aiNodeAnim* channel;
    };

    std::map<std::string, BoneInfo> bones() const { return bones_; }

    static glm::vec3 vectorAt(const aiVectorKey* keys, unsigned count, double time) {
        const unsigned key = keyAt(keys, count, time);
        return glm::mix(vectorOf(keys[key].mValue), vectorOf(keys[key + 1].mValue), ratioAt(keys, key, time));
    }

    static glm::mat4 localOf(const aiNodeAnim& channel, double time) {
        const glm::vec3 position = vectorAt(channel.mPositionKeys, channel.mNumPositionKeys, time);
        const glm::vec3 scale = vectorAt(channel.mScalingKeys, channel.mNumScalingKeys, time);
        const aiQuatKey* keys = channel.mRotationKeys;
        const unsigned key = keyAt(keys, channel.mNumRotationKeys, time);
        const glm::quat rotation = glm::normalize(
            glm::slerp(quaternionOf(keys[key].mValue), quaternionOf(keys[key + 1].mValue), ratioAt(keys, key, time)));
        return glm::translate(glm::mat4(1.0f), position) * glm::mat4_cast(rotation) *
               glm::scale(glm::mat4(1.0f), scale);
    }

    void walk(double time, const aiNode* node, const glm::mat4& parent) {
        const std::string name = node->mName.C_Str();
        glm::mat4 local = glm::transpose(glm::make_mat4(&node->mTransformation.a1));
        const auto track = std::find_if(tracks_.begin(), tracks_.end(),
                                        [&](const NamedTrack& candidate) { return candidate.name == name; });
        if (track != tracks_.end()) local = localOf(*track->channel, time);
        const glm::mat4 global = parent * local;
        std::map<std::string, BoneInfo> all = bones();
        if (all.find(name) != all.end()) palette_[static_cast<size_t>(all[name].id)] = global * all[name].offset;
        for (unsigned i = 0; i < node->mNumChildren; ++i)
            walk(time, node->mChildren[i], global);
    }

    Scene scene_;
    std::map<std::string, BoneInfo> bones_;
    std::vector<NamedTrack> tracks_;
    std::vector<glm::mat4> palette_;
};

}  // namespace

std::unique_ptr<PoseWay> firstTutorialsWay(const sinew::Model& model) {
    return std::make_unique<FirstWay>(model);
}

std::unique_ptr<PoseWay> secondTutorialsWay(const sinew::Model& model) {
    return std::make_unique<SecondWay>(model);
}

#include "app/labels.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/picture_text.h"
#include "render/side_area.h"

namespace sinew {
namespace {

constexpr glm::vec2 kLetter{7.0f, 13.0f};  // of the built-in font, with the gap to the next
constexpr float kEdge = 2.0f;              // that is around the letters
constexpr float kMargin = 8.0f;            // from the picture's edges
constexpr float kJointGap = 5.0f;          // from a joint to its name
constexpr float kPlainHeight = 720.0f;     // of a picture with text of the plain size

struct Rectangle {
    glm::vec2 low, high;

    bool meets(const Rectangle& other) const {
        return low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y;
    }
    bool within(const Rectangle& outer) const {
        return low.x >= outer.low.x && low.y >= outer.low.y && high.x <= outer.high.x && high.y <= outer.high.y;
    }
};

glm::vec2 sizeOf(std::string_view utf8, float scale) {
    const auto begins = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0u) != 0x80u; };
    const auto letters = static_cast<float>(std::ranges::count_if(utf8, begins));
    return (glm::vec2(letters * kLetter.x, kLetter.y) + kEdge) * scale;
}

/// Finds free places for the labels of one side.
class Places {
  public:
    Places(const VkRect2D& area, float scale, std::vector<Label>& labels)
        : area_{glm::vec2(area.offset.x, area.offset.y),
                glm::vec2(area.offset.x, area.offset.y) + glm::vec2(area.extent.width, area.extent.height)},
          scale_(scale),
          labels_(labels) {}

    const Rectangle& area() const { return area_; }

    void addNote(std::string_view text) {
        if (!text.empty()) add(area_.low + kMargin * scale_, text);
    }

    /// Right of a joint, else left of it.
    void addName(const glm::vec2& joint, std::string_view text) {
        const glm::vec2 size = sizeOf(text, scale_), corner(joint.x, joint.y - 0.5f * size.y);
        const float gap = kJointGap * scale_;
        if (!tryAdd({corner.x + gap, corner.y}, size, text)) tryAdd({corner.x - gap - size.x, corner.y}, size, text);
    }

  private:
    bool tryAdd(const glm::vec2& low, const glm::vec2& size, std::string_view text) {
        const Rectangle wanted{low, low + size};
        const auto meets = [&](const Rectangle& taken) { return wanted.meets(taken); };
        if (!wanted.within(area_) || std::ranges::any_of(taken_, meets)) return false;
        add(low, text);
        return true;
    }

    void add(const glm::vec2& low, std::string_view text) {
        taken_.push_back({low, low + sizeOf(text, scale_)});
        labels_.push_back({glm::floor(low), area_.high.x, std::string(text)});
    }

    Rectangle area_;
    float scale_;
    std::vector<Label>& labels_;
    std::vector<Rectangle> taken_;
};

void addBoneNames(const Stage& stage, const Scene& scene, Places& places) {
    const glm::vec2 extent = places.area().high - places.area().low;
    const glm::mat4 clipFromWorld = scene.camera.clipFromWorld(extent.x / extent.y);
    const auto add = [&](uint32_t node) {
        const glm::vec4 clip = clipFromWorld * scene.worldFromNode[node][3];
        if (clip.w <= 0.0f) return;
        const glm::vec2 joint = places.area().low + (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * extent;
        places.addName(joint, stage.model().hierarchy.names[node]);
    };
    const HighlightedNodes& highlighted = stage.highlighted();
    for (const std::optional<uint32_t> node : {highlighted.chosen, highlighted.hovered})
        if (node) add(*node);
    for (const SkeletonNode& bone : stage.skeleton())
        if (bone.node != highlighted.chosen && bone.node != highlighted.hovered) add(bone.node);
}

}  // namespace

void findLabels(const Stage& stage, const ComparedScenes& compared, std::span<const Scene> sides, VkExtent2D extent,
                float scale, std::vector<Label>& labels) {
    labels.clear();
    for (size_t side = 0; side < sides.size(); ++side) {
        const bool names = sides[side].look.skeleton && sides[side].look.boneNames;
        if (compared.note(side).empty() && !names) continue;
        Places places(sideArea(extent, side, sides.size()), scale, labels);
        places.addNote(compared.note(side));
        if (names) addBoneNames(stage, sides[side], places);
    }
}

uint32_t textScale(uint32_t height) {
    return static_cast<uint32_t>(std::max(1.0f, std::round(static_cast<float>(height) / kPlainHeight)));
}

void writeLabels(Pixels& picture, std::span<const Label> labels) {
    for (const Label& label : labels)
        writeText(picture,
                  {.left = static_cast<uint32_t>(label.place.x),
                   .top = static_cast<uint32_t>(label.place.y),
                   .right = std::min(static_cast<uint32_t>(label.right), picture.width),
                   .bottom = picture.height},
                  label.text, textScale(picture.height));
}

}  // namespace sinew

#include "app/picture/labels.h"

#include <algorithm>
#include <cmath>

#include <glm/vector_relational.hpp>

#include "app/picture/font.h"
#include "render/target.h"

namespace sinew {
namespace {

// Pixels at a text scale of 1.
constexpr float kEdge = 2.0f;           // both outlines of a line
constexpr float kMargin = 8.0f;         // to the picture's edges
constexpr float kJointGap = 5.0f;       // between a joint and its name
constexpr float kPlainHeight = 720.0f;  // of a picture

constexpr std::array<uint8_t, 3> kBlack{0, 0, 0}, kWhite{255, 255, 255};

glm::vec2 sizeOf(std::string_view utf8, float scale) {
    return glm::vec2(textWidth(utf8, scale), kTextPixels * scale) + kEdge * scale;
}

/// Finds free places for the labels of one view.
class Places {
  public:
    Places(const VkRect2D& area, float scale, std::vector<Label>& labels)
        : low_(area.offset.x, area.offset.y),
          size_(area.extent.width, area.extent.height),
          scale_(scale),
          labels_(labels),
          first_(labels.size()) {}

    glm::vec2 low() const { return low_; }
    glm::vec2 size() const { return size_; }

    void addNote(std::string_view text) {
        if (!text.empty()) add(low_ + kMargin * scale_, sizeOf(text, scale_), text);
    }

    /// Places the text to the right of the joint, or to the left if that is taken.
    void addName(const glm::vec2& joint, std::string_view text) {
        const glm::vec2 size = sizeOf(text, scale_), corner(joint.x, joint.y - 0.5f * size.y);
        const float gap = kJointGap * scale_;
        if (!tryAdd({corner.x + gap, corner.y}, size, text)) tryAdd({corner.x - gap - size.x, corner.y}, size, text);
    }

  private:
    bool tryAdd(const glm::vec2& low, const glm::vec2& size, std::string_view text) {
        const glm::vec2 high = low + size;
        const auto overlaps = [&](const Label& taken) {
            return glm::all(glm::lessThan(low, taken.high)) && glm::all(glm::lessThan(taken.low, high));
        };
        if (glm::any(glm::lessThan(low, low_)) || glm::any(glm::greaterThan(high, low_ + size_))) return false;
        if (std::ranges::any_of(std::span(labels_).subspan(first_), overlaps)) return false;
        add(low, size, text);
        return true;
    }

    void add(const glm::vec2& low, const glm::vec2& size, std::string_view text) {
        labels_.push_back({.low = low, .high = low + size, .right = low_.x + size_.x, .text = std::string(text)});
    }

    glm::vec2 low_, size_;  ///< of the view
    float scale_;
    std::vector<Label>& labels_;
    size_t first_;  ///< label of the view
};

void addBoneNames(const Stage& stage, const Scene& scene, Places& places) {
    const glm::mat4 clipFromWorld = scene.camera.clipFromWorld(places.size().x / places.size().y);
    const auto add = [&](uint32_t node) {
        const glm::vec4 clip = clipFromWorld * scene.worldFromNode[node][3];
        if (clip.w <= 0.0f) return;
        const glm::vec2 joint = places.low() + (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * places.size();
        places.addName(joint, stage.model().hierarchy.names[node]);
    };
    const HighlightedNodes& highlighted = stage.highlighted();
    for (const std::optional<uint32_t> node : {highlighted.chosen, highlighted.hovered})
        if (node) add(*node);
    for (const SkeletonNode& bone : stage.skeleton())
        if (bone.node != highlighted.chosen && bone.node != highlighted.hovered) add(bone.node);
}

/// Blends a color over a pixel with straight alpha.
void blend(uint8_t* pixel, const std::array<uint8_t, 3>& color, uint32_t coverage) {
    const uint32_t below = pixel[3] * (255 - coverage) / 255, alpha = coverage + below;
    if (alpha == 0) return;
    for (size_t i = 0; i < 3; ++i)
        pixel[i] = static_cast<uint8_t>((color[i] * coverage + pixel[i] * below + alpha / 2) / alpha);
    pixel[3] = static_cast<uint8_t>(alpha);
}

}  // namespace

std::vector<Label> findLabels(const Stage& stage, const StageViews& views, VkExtent2D extent, float scale) {
    std::vector<Label> labels;
    const std::span<const Scene> scenes = views.scenes();
    for (size_t view = 0; view < scenes.size(); ++view) {
        Places places(sideArea(extent, view, scenes.size()), scale, labels);
        places.addNote(views.note(view));
        if (scenes[view].look.skeleton && scenes[view].look.boneNames && !views.showsSource(view))
            addBoneNames(stage, scenes[view], places);
    }
    return labels;
}

float textScale(uint32_t height, float textSize) {
    return textSize * std::max(1.0f, std::round(static_cast<float>(height) / kPlainHeight));
}

void writeText(Pixels& picture, const TextArea& area, std::string_view utf8, float scale) {
    const TextMask text = drawText(utf8, scale);
    const auto draw = [&](uint32_t byX, uint32_t byY, const std::array<uint8_t, 3>& color) {
        for (uint32_t y = 0; y < text.height && area.top + byY + y < area.bottom; ++y)
            for (uint32_t x = 0; x < text.width && area.left + byX + x < area.right; ++x) {
                const size_t pixel = size_t{area.top + byY + y} * picture.width + area.left + byX + x;
                blend(&picture.rgba[pixel * 4], color, text.coverage[size_t{y} * text.width + x]);
            }
    };
    const auto reach = static_cast<uint32_t>(std::max(1.0f, std::round(scale)));
    for (uint32_t y = 0; y <= 2 * reach; ++y)
        for (uint32_t x = 0; x <= 2 * reach; ++x)
            draw(x, y, kBlack);
    draw(reach, reach, kWhite);
}

void writeLabels(Pixels& picture, std::span<const Label> labels, float scale) {
    for (const Label& label : labels)
        writeText(picture,
                  {.left = static_cast<uint32_t>(label.low.x),
                   .top = static_cast<uint32_t>(label.low.y),
                   .right = std::min(static_cast<uint32_t>(label.right), picture.width),
                   .bottom = picture.height},
                  label.text, scale);
}

}  // namespace sinew

#include "app/picture/merge_threshold.h"

#include <algorithm>
#include <limits>

#include "app/picture/stopwatch.h"
#include "app/stage/stage.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/image.h"
#include "render/renderer.h"

namespace sinew {
namespace {

constexpr VkExtent2D kExtent{64, 64};
constexpr int kRepeats = 3;
constexpr uint32_t kMostTried = 128;
constexpr uint32_t kUsual = 16;

}  // namespace

uint32_t usualMergeThreshold(const Device& device) {
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(device.physicalDevice(), &properties);
    return properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? kNeverMerge : kUsual;
}

uint32_t measureMergeThreshold(const Device& device, FrameRing& frames, Renderer& renderer, VkFormat format,
                               Stage& stage, const GpuModel& model, const Look& look) {
    Crowd* crowd = stage.crowd();
    if (!crowd) return usualMergeThreshold(device);
    const Image image(device, {.format = format, .extent = kExtent, .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT});
    Scene scene = stage.scene(false);
    scene.model = &model;
    scene.look = look;
    scene.look.lighting = Lighting::flat;  // what differs is the vertex stage; these pipelines are made quickly
    frameBox(scene.camera, crowd->bounds(), 1.0f);
    Instances instances = crowd->select(scene.camera, {kExtent.width, kExtent.height}, look);
    const uint32_t members = crowd->counts().drawn;
    const auto millisecondsOf = [&](uint32_t count, bool merged) {
        const InstanceRun run{.first = 0, .count = count};
        Instances few = instances;
        few.runs = {&run, 1};
        few.tints = instances.tints.first(count);
        few.merged = merged;
        scene.instances = &few;
        double least = std::numeric_limits<double>::max();
        for (int i = 0; i < kRepeats; ++i) {
            Stopwatch watch;
            Frame& frame = frames.begin();
            renderer.record(frame, {image, image.view(), kExtent}, scene);
            frames.wait(frames.submit(frame));
            least = std::min(least, watch.lap());
        }
        return least;
    };
    for (uint32_t count = 2; count <= std::min(members, kMostTried); count *= 4)
        if (millisecondsOf(count, true) <= millisecondsOf(count, false)) return count;
    return members < kMostTried ? usualMergeThreshold(device) : kNeverMerge;
}

}  // namespace sinew

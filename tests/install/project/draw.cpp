// draw MODEL CLIP SECONDS OUT.ppm: draws a frame off screen with a VkDevice of its own, and prints where the camera is.
#include <fstream>
#include <iostream>

#include <sinew/animation/clip/sample.h>
#include <sinew/animation/pose/pose.h>
#include <sinew/base/error.h>
#include <sinew/gpu/device.h>
#include <sinew/gpu/frame_ring.h>
#include <sinew/import/sandbox/isolate.h>
#include <sinew/render/gpu_model.h>
#include <sinew/render/layouts.h>
#include <sinew/render/offscreen.h>
#include <sinew/render/renderer.h>
#include <sinew/render/shader_library.h>

#include "own_device.h"

int main(int count, char** arguments) try {
    if (count != 5) return std::cerr << "usage: draw MODEL CLIP SECONDS OUT.ppm\n", 2;
    const sinew::Model model = sinew::IsolatedImporter(IMPORTER).importModel(arguments[1]).model;
    sinew::LocalPose pose = model.hierarchy.rest;
    sinew::SampleCursor cursor;
    for (const sinew::AnimationClip& clip : model.clips)
        if (clip.name == arguments[2]) sample(clip, model.hierarchy, std::stod(arguments[3]), cursor, pose);
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
    walkHierarchy(model.hierarchy, pose, yUpFrom(model.up), worldFromNode);  // the renderer's world has Y up

    const OwnDevice own;
    const sinew::Device device({own.instance, own.physicalDevice, own.device, own.queueFamily, own.queue});
    const VkExtent2D size{320, 240};
    const sinew::ShaderLibrary shaders;
    sinew::FrameRing frames(device, {});
    sinew::Offscreen offscreen(device, size, frames.framesInFlight());
    sinew::Renderer renderer(device, shaders, {sinew::Offscreen::kFormat, device.depthFormat()}, frames);
    const sinew::GpuModel shown(device, model, renderer.layouts().materialSet);
    renderer.prepare(&shown);

    sinew::Scene scene{.model = &shown, .worldFromNode = worldFromNode, .morphWeights = model.restMorphWeights};
    scene.look.lighting = sinew::Lighting::fidelity;
    scene.look.floor = false;
    frameBox(scene.camera, posedBounds(model, worldFromNode), sinew::aspectOf(size));
    sinew::Frame& frame = frames.begin();
    renderer.record(frame, offscreen.target(frame), scene);
    offscreen.recordReadback(frame);
    frames.wait(frames.submit(frame));
    std::vector<uint8_t> rgba(size_t{4} * size.width * size.height);
    offscreen.pixels(frame.index, rgba);

    std::ofstream file(arguments[4], std::ios::binary);
    file << "P6\n" << size.width << ' ' << size.height << "\n255\n";
    for (size_t i = 0; i < rgba.size(); i += 4)
        file.write(reinterpret_cast<const char*>(&rgba[i]), 3);
    const glm::vec3 eye = scene.camera.eye(), target = scene.camera.target;
    std::cout << eye.x << ',' << eye.y << ',' << eye.z << ' ' << target.x << ',' << target.y << ',' << target.z << '\n';
    return file.flush() ? 0 : 5;
} catch (const sinew::Error& error) {
    return std::cerr << "draw: " << error.what() << '\n', static_cast<int>(error.exit());
}

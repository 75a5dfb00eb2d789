#pragma once

#include <cctype>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "support/models/chain.h"
#include "viewer/panel/control_panel.h"
#include "viewer/panel/gui.h"

constexpr float kComboX = 1100.0f;  ///< over the panel's combo boxes and headers

/// The panel without a window or a device, and a user who moves the pointer and types.
struct PanelPlayer {
    static constexpr VkExtent2D kExtent{1280, 720};

    sinew::Model model;
    sinew::ImportReport report;
    std::vector<glm::mat4> worldFromNode;
    sinew::Gui gui;
    sinew::ControlPanel panel{gui};
    sinew::PanelState state;
    sinew::Input left;  ///< the part of the last input that the panel did not take

    explicit PanelPlayer(size_t clips = 3) {
        constexpr size_t kNodes = 6;
        model.hierarchy = chain(kNodes, {.translation = {0, 1, 0}});
        for (size_t i = 0; i < kNodes; ++i)
            model.hierarchy.names[i] = "node" + std::to_string(i);
        for (size_t i = 0; i < clips; ++i) {
            model.clips.push_back(swing(kNodes, 2.0, 0.1 * static_cast<double>(i)));
            model.clips.back().name = "Clip " + std::to_string(i);
        }
        report.file = "folder/model.dae";
        report.clips.resize(clips);
        worldFromNode.resize(kNodes, glm::mat4(1.0f));
        unsigned char* texels = nullptr;
        int width = 0, height = 0;
        ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&texels, &width, &height);  // as the renderer does
        state.model = &model;
        state.report = &report;
        if (clips > 0) state.clip = 0;
        state.worldFromNode = worldFromNode;
        panel.setModel(model);
        panel.toggle();
        draw(3);
    }

    /// Returns the requests of the last of these frames.
    sinew::PanelRequests draw(int frames = 1) {
        sinew::PanelRequests asked;
        for (int i = 0; i < frames; ++i) {
            gui.begin(kExtent, 1.0 / 60.0);
            asked = panel.draw(state, {kExtent.width, kExtent.height}, 1.0 / 60.0);
            vertices = gui.end().TotalVtxCount;
        }
        return asked;
    }

    void hear(sinew::Input input) {
        panel.take(input);
        std::erase_if(input.keys, [&](const sinew::KeyStroke& stroke) { return panel.takesKey(stroke); });
        left = std::move(input);
    }
    void point(float x, float y, unsigned buttons = 0) {
        sinew::Input input;
        input.pointer.push_back({.place = {x, y}, .buttons = buttons});
        if (buttons) input.orbitDrag = {0.1f, 0.0f};
        hear(std::move(input));
    }

    /// Presses and releases the left button. `each` receives the requests of each frame.
    void click(float x, float y, const std::function<void(const sinew::PanelRequests&)>& each) {
        for (const unsigned buttons : {0u, 1u, 0u}) {
            point(x, y, buttons);
            each(draw());
        }
        each(draw());
    }

    /// Clicks, and carries out the requested look and settings. Returns the last request of each kind.
    sinew::PanelRequests request(float x, float y) {
        sinew::PanelRequests last;
        click(x, y, [&](const sinew::PanelRequests& asked) {
            if (asked.look) state.look = *(last.look = asked.look);
            if (asked.settings) state.settings = *(last.settings = asked.settings);
            if (asked.play) last.play = asked.play;
            last.playRest |= asked.playRest;
        });
        draw(30);  // keeps two clicks from being a double click
        return last;
    }

    /// Closes the clips and the hierarchy, and opens the section with that header.
    void openOnly(float header) {
        for (const float each : {70.0f, 96.0f, header})
            request(kComboX, each);
        draw(3);
    }

    /// Opens the combo box at (x, y) and clicks on a line of its list.
    sinew::PanelRequests choose(float x, float y, size_t line) {
        constexpr float kLine = 20.0f;
        request(x, y);
        return request(x, y + kLine * (static_cast<float>(line) + 1.5f));
    }

    /// Clicks down the side panel until `wanted` accepts the requests. Returns the y, or a negative value.
    float clickDown(float x, const std::function<bool(const sinew::PanelRequests&)>& wanted, float from = 20.0f) {
        for (float y = from; y < 700.0f; y += 5.0f) {
            bool found = false;
            click(x, y, [&](const sinew::PanelRequests& asked) { found |= wanted(asked); });
            if (found) return y;
        }
        return -1.0f;
    }

    void press(sinew::KeyCode key, sinew::KeyStroke::Kind kind = sinew::KeyStroke::Kind::press) {
        sinew::Input input;
        input.keys.push_back({.key = key, .kind = kind});
        hear(std::move(input));
    }
    void release(sinew::KeyCode key) { press(key, sinew::KeyStroke::Kind::release); }
    void type(const char* text) {
        for (; *text; ++text) {
            sinew::Input input;
            strike(input, keyOf(*text), static_cast<unsigned>(*text));
            hear(std::move(input));
            countPressesLeft();
            draw(2);
        }
    }

    /// Types the text and then the keys between two frames.
    void typeAtOnce(std::string_view text, std::initializer_list<sinew::KeyCode> keys) {
        sinew::Input input;
        for (const char character : text)
            strike(input, keyOf(character), static_cast<unsigned>(character));
        for (const sinew::KeyCode key : keys)
            strike(input, key);
        hear(std::move(input));
        countPressesLeft();
    }

    /// The clips that are requested within a second.
    std::vector<size_t> played() {
        std::vector<size_t> clips;
        for (int i = 0; i < 60; ++i)
            if (const sinew::PanelRequests asked = draw(); asked.play) clips.push_back(*asked.play);
        return clips;
    }

    static sinew::KeyCode keyOf(char character) { return std::toupper(static_cast<unsigned char>(character)); }

    /// Appends a press and a release.
    static void strike(sinew::Input& input, sinew::KeyCode key, unsigned text = 0) {
        input.keys.push_back({.key = key, .text = text});
        input.keys.push_back({.key = key, .kind = sinew::KeyStroke::Kind::release});
    }

    void countPressesLeft() {
        for (const sinew::KeyStroke& stroke : left.keys)
            pressesLeft += stroke.kind != sinew::KeyStroke::Kind::release;
    }

    int pressesLeft = 0;  ///< key presses that the panel did not take while typing
    int vertices = 0;     ///< of the last frame
};

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr float kRowsSeen = 4.5f;          // a larger diagram scrolls
constexpr size_t kMostWithAllArrows = 24;  // states; with more, only arrows of the current state are drawn

ImVec2 toImGui(glm::vec2 place) {
    return {place.x, place.y};
}

/// The boxes of the states, in screen coordinates.
struct StateBoxes {
    const GraphLayout& layout;
    glm::vec2 corner, size;  ///< of the first row
    glm::vec2 half;          ///< half the size of a box

    glm::vec2 center(size_t state) const {
        const glm::vec2 place = layout.places[state];
        return corner + glm::vec2(place.x * size.x, (place.y + 0.5f) * size.y);
    }
    /// The point where a ray from the center leaves the box.
    glm::vec2 border(glm::vec2 center, glm::vec2 direction) const {
        const glm::vec2 steps = half / glm::max(glm::abs(direction), glm::vec2(1e-4f));
        return center + direction * std::min(steps.x, steps.y);
    }
};

void drawArrow(glm::vec2 start, glm::vec2 bend, glm::vec2 end, ImU32 color, float thickness, float scale) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const glm::vec2 direction = glm::normalize(end - bend), across(-direction.y, direction.x);
    const glm::vec2 neck = end - 6.0f * scale * direction;
    list.AddBezierQuadratic(toImGui(start), toImGui(bend), toImGui(neck), color, thickness);
    list.AddTriangleFilled(toImGui(end), toImGui(neck + 3.5f * scale * across), toImGui(neck - 3.5f * scale * across),
                           color);
}

/// Arrows bend to their right, so that opposite transitions are two arrows.
void drawTransition(const StateBoxes& boxes, size_t from, size_t to, ImU32 color, float thickness, float scale) {
    const glm::vec2 start = boxes.center(from), end = boxes.center(to);
    if (from == to) {
        const glm::vec2 side = start + glm::vec2(boxes.half.x, 0.0f), down(0.0f, 0.6f * boxes.half.y);
        const glm::vec2 out(10.0f * scale, 0.0f);
        return drawArrow(side - down, side + 2.0f * out, side + down, color, thickness, scale);
    }
    const glm::vec2 direction = glm::normalize(end - start), right(-direction.y, direction.x);
    // A long arrow bends around the boxes between its ends.
    const glm::vec2 cells = glm::abs(end - start) / boxes.size * glm::vec2(3.0f, 1.0f);
    const float aside = std::max(cells.x, cells.y) > 1.6f ? 0.85f * boxes.size.y : 15.0f * scale;
    const glm::vec2 bend = 0.5f * (start + end) + aside * right;
    drawArrow(boxes.border(start, glm::normalize(bend - start)), bend, boxes.border(end, glm::normalize(bend - end)),
              color, thickness, scale);
}

/// A short arrow from above, for a transition from any state.
void drawFromAny(const StateBoxes& boxes, size_t to, ImU32 color, float scale) {
    const glm::vec2 end = boxes.center(to) + glm::vec2(-0.6f * boxes.half.x, -boxes.half.y);
    const glm::vec2 start = end - glm::vec2(0.0f, 11.0f * scale);
    ImGui::GetWindowDrawList()->AddCircleFilled(toImGui(start), 2.5f * scale, color);
    drawArrow(start, 0.5f * (start + end), end, color, 1.0f, scale);
}

void drawTransitions(const StateBoxes& boxes, const StateMachine& machine, float scale) {
    const Graph& graph = machine.graph();
    const ImU32 faint = ImGui::GetColorU32(ImGuiCol_TextDisabled), lit = kOrange;
    const std::optional<size_t> left = machine.leftState();
    const bool all = graph.states.size() <= kMostWithAllArrows;
    for (const GraphTransition& transition : graph.transitions) {
        const size_t from = transition.from.value_or(transition.to);
        if (!all && from != machine.state() && transition.to != machine.state()) continue;
        if (transition.from)
            drawTransition(boxes, from, transition.to, faint, 1.0f * scale, scale);
        else
            drawFromAny(boxes, transition.to, faint, scale);
    }
    if (left && *left != machine.state()) drawTransition(boxes, *left, machine.state(), lit, 2.0f * scale, scale);
}

void appendCondition(fmt::memory_buffer& text, const Graph& graph, const GraphCondition& condition) {
    constexpr const char* kSigns[] = {"<", "<=", "=", "not", ">=", ">"};
    const GraphParameter& parameter = graph.parameters[condition.parameter];
    if (parameter.kind == ParameterKind::trigger)
        appendText(text, "{}", parameter.name);
    else if (parameter.kind == ParameterKind::flag)
        appendText(text, "{}{}", isMet(condition, 1.0) ? "" : "not ", parameter.name);
    else
        appendText(text, "{} {} {:g}", parameter.name, kSigns[static_cast<size_t>(condition.comparison)],
                   condition.value);
}

/// "to jump when go, speed > 1, after 0.8 cycles: 0.2 s inertial"
void showTransition(const Graph& graph, const GraphTransition& transition) {
    fmt::memory_buffer text;
    appendText(text, "to {}", graph.states[transition.to].name);
    const char* joint = " when ";
    for (const GraphCondition& condition : transition.conditions) {
        appendText(text, "{}", std::exchange(joint, ", "));
        appendCondition(text, graph, condition);
    }
    if (transition.exitTime) appendText(text, ", after {:g} cycles", *transition.exitTime);
    appendText(text, ": {:g} s {}", transition.durationSeconds,
               transition.kind == TransitionKind::fade ? "fade" : "inertial");
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

/// Fills the box by the normalized time of the current state, or by the fade weight of the state being left.
void drawState(const StateBoxes& boxes, const StateMachine& machine, size_t state) {
    const Graph& graph = machine.graph();
    const GraphState& drawn = graph.states[state];
    const bool current = machine.state() == state, left = machine.leftState() == state && !current;
    const double rounds = machine.cycles();
    const double played = drawn.repeat == Repeat::once ? std::min(rounds, 1.0) : rounds - std::floor(rounds);
    const auto filled = static_cast<float>(left ? 1.0 - machine.transitionRatio() : played);
    const glm::vec2 center = boxes.center(state), from = center - boxes.half, to = center + boxes.half;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(toImGui(from), toImGui(to), ImGui::GetColorU32(ImGuiCol_FrameBg), 4.0f);
    if (current || left) {
        const ImU32 fill = ImGui::GetColorU32(ImGuiCol_HeaderActive, left ? 0.5f : 1.0f);
        list.AddRectFilled(toImGui(from), ImVec2(from.x + (to.x - from.x) * filled, to.y), fill, 4.0f);
    }
    const ImU32 border = left ? kSkyBlue : ImGui::GetColorU32(ImGuiCol_TextDisabled, 0.6f);
    list.AddRect(toImGui(from), toImGui(to), current ? kOrange : border, 4.0f, 0, current || left ? 2.0f : 1.0f);
    const std::string name = displayed(drawn.name);
    const ImVec2 text = ImGui::CalcTextSize(name.c_str());
    const float x = std::max(center.x - 0.5f * text.x, from.x + 3.0f);
    ImGui::PushClipRect(toImGui(from), toImGui(to), true);
    list.AddText(ImVec2(x, center.y - 0.5f * text.y),
                 ImGui::GetColorU32(current || left ? ImGuiCol_Text : ImGuiCol_TextDisabled), name.c_str());
    ImGui::PopClipRect();
    ImGui::SetCursorScreenPos(toImGui(from));
    ImGui::Dummy(toImGui(to - from));
    if (!beginTooltip()) return;
    showText("{}", drawn.name);
    for (const GraphTransition& transition : graph.transitions)
        if (transition.leaves(state)) showTransition(graph, transition);
    endTooltip();
}

}  // namespace

void drawStateDiagram(const PanelScope& scope) {
    const StateMachine& machine = *scope.state.machine;
    const GraphLayout& layout = scope.memory.graphLayout;
    const float line = ImGui::GetFrameHeight(), row = 2.2f * line;
    const float rows = std::min(static_cast<float>(layout.rows), kRowsSeen);
    const float padding = ImGui::GetStyle().WindowPadding.y;
    if (ImGui::BeginChild("diagram", ImVec2(0.0f, rows * row + 2.0f * padding), true)) {
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const glm::vec2 size(ImGui::GetContentRegionAvail().x, row);
        const auto columns = static_cast<float>(GraphLayout::kMostInRow);
        const glm::vec2 half(0.5f * size.x / columns - 11.0f * scope.scale, 0.5f * line);
        const StateBoxes boxes{layout, {corner.x, corner.y}, size, half};
        drawTransitions(boxes, machine, scope.scale);
        for (size_t state = 0; state < layout.places.size(); ++state)
            drawState(boxes, machine, state);
    }
    ImGui::EndChild();
}

}  // namespace sinew

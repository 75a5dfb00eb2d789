#include "app/machine/bindings.h"

#include <cmath>

#include "app/graph/graph_file.h"
#include "app/machine/graph_run.h"
#include "import/import_model.h"
#include "support/catch.h"

using namespace sinew;

namespace {

const std::vector<StickBinding> kAll{{.value = StickValue::push, .parameter = 0, .scale = 2.0},
                                     {.value = StickValue::angle, .parameter = 1},
                                     {.value = StickValue::x, .parameter = 2},
                                     {.value = StickValue::y, .parameter = 3, .scale = -1.0}};

PadState pushed(float x, float y) {
    return {.stick = {x, y}};
}

PadState holding(std::initializer_list<size_t> buttons) {
    PadState pad;
    for (const size_t button : buttons)
        pad.held[button] = true;
    return pad;
}

/// The four numbers that kAll sets for a stick that was at rest.
std::vector<double> valuesAt(float x, float y) {
    std::vector<double> values(4, std::nan(""));
    for (const auto& [parameter, value] : padInputs(kAll, {}, pushed(x, y)).numbers)
        values[parameter] = value;
    return values;
}

}  // namespace

TEST_CASE("A stick sets numbers by push, angle and axes; forward is angle 0, left is positive") {
    CHECK(valuesAt(0.0f, 1.0f) == std::vector<double>{2.0, 0.0, 0.0, -1.0});
    const std::vector<double> left = valuesAt(-1.0f, 0.0f), back = valuesAt(0.7f, -0.7f);
    CHECK(left[1] == Approx(90.0));
    CHECK(left[2] == Approx(-1.0));
    CHECK(back[0] == Approx(2.0));
    CHECK(back[1] == Approx(-135.0));
    CHECK(back[3] == Approx(std::sqrt(0.5)));
    CHECK(valuesAt(0.0f, 0.575f)[0] == Approx(1.0));  // half of the way from rest to the end
}

TEST_CASE("A stick in its dead zone sets nothing, and a released one resets its push but not its angle") {
    CHECK(padInputs(kAll, {}, pushed(0.1f, -0.15f)).numbers.empty());
    CHECK(padInputs(kAll, pushed(0.5f, 0.5f), pushed(0.5f, 0.5f)).numbers.empty());
    CHECK(padInputs(kAll, pushed(0.0f, 0.96f), pushed(0.0f, 1.0f)).numbers.empty());
    const PadInputs inputs = padInputs(kAll, pushed(-1.0f, 0.0f), pushed(0.05f, 0.0f));
    REQUIRE(inputs.numbers.size() == 3);
    for (const auto& [parameter, value] : inputs.numbers) {
        CHECK(parameter != 1);
        CHECK(value == 0.0);
    }
}

TEST_CASE("Buttons are pressed and released when they change") {
    const PadInputs inputs = padInputs({}, holding({0, 2}), holding({2, 1}));
    CHECK(inputs.pressed == std::vector<std::string_view>{"PadB"});
    CHECK(inputs.released == std::vector<std::string_view>{"PadA"});
    for (const std::string_view button : kPadButtons)
        CHECK(isKeyName(button));
}

TEST_CASE("A gamepad turns, runs and jumps the bundled character, and keys still work while it is idle") {
    const std::filesystem::path assets(SINEW_SOURCE_DIR "/assets");
    const ImportedModel imported = importModel(assets / "character.dae");
    const Model& model = imported.model;
    PlaybackContext context(model.hierarchy, model.clips);
    GraphRun run(context, readGraph(assets / "character.graph.json", model.hierarchy, model.clips), {});
    const auto play = [&](const PadState& pad) {
        for (int frame = 0; frame < 60; ++frame) {
            run.take(pad);
            run.advance(1.0 / 60.0);
        }
        return run.machine().parameters();
    };
    CHECK(play(pushed(-1.0f, 0.0f))[0] == Approx(1.75).margin(0.01));
    CHECK(run.machine().parameters()[1] == Approx(90.0));
    CHECK(play({})[0] == Approx(0.0).margin(0.01));
    CHECK(run.machine().parameters()[1] == Approx(90.0));
    run.press("W");
    CHECK(play({})[0] == Approx(0.66).margin(0.01));
    CHECK(play(holding({0}))[1] == 0.0);
    CHECK(run.machine().graph().states[run.machine().state()].name == "jump");
    play(holding({1}));
    CHECK(run.machine().overlayPlaying(0));
}

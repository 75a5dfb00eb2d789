#include "media/film_queue.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include "support/catch.h"

using namespace sinew;

namespace {

/// Takes longer for some frames than for others, and records them.
class SlowWriter : public FilmWriter {
  public:
    explicit SlowWriter(uint32_t faultAt = UINT32_MAX) : faultAt_(faultAt) {}

    EncodedFrame encode(const FilmFrame& frame) const override {
        std::this_thread::sleep_for(std::chrono::milliseconds(frame.number % 5 == 0 ? 8 : 1));
        if (frame.number == faultAt_) throw std::runtime_error("fault");
        const uint8_t before = frame.before ? frame.before->rgba[0] : 255;
        return {{frame.pixels.rgba[0], before}, {}};
    }
    void append(uint32_t number, EncodedFrame frame) override {
        numbers.push_back(number);
        inOrder = inOrder && frame.bytes[0] == number && frame.bytes[1] == (number == 0 ? 255 : number - 1);
    }
    void finish() override { finished = true; }

    std::vector<uint32_t> numbers;
    bool inOrder = true, finished = false;

  private:
    uint32_t faultAt_;
};

std::shared_ptr<const Pixels> pixel(uint32_t value) {
    return std::make_shared<Pixels>(Pixels{1, 1, {static_cast<uint8_t>(value), 0, 0, 255}});
}

}  // namespace

TEST_CASE("Frames reach the writer in order, each with its predecessor") {
    SlowWriter writer;
    FilmQueue queue(writer);
    for (uint32_t i = 0; i < 60; ++i)
        queue.add(i, pixel(i));
    CHECK_FALSE(writer.finished);
    queue.finish();
    CHECK(writer.numbers.size() == 60);
    CHECK(writer.inOrder);
    CHECK(writer.finished);
}

TEST_CASE("An error reaches the caller of add, and later frames are not written") {
    SlowWriter writer(7);
    {
        FilmQueue queue(writer);
        const auto addAll = [&] {
            for (uint32_t i = 0; i < 60; ++i)
                queue.add(i, pixel(i));
            queue.finish();
        };
        CHECK_THROWS_WITH(addAll(), "fault");
    }
    CHECK(writer.numbers.size() <= 7);
    CHECK(writer.inOrder);
    CHECK_FALSE(writer.finished);
}

TEST_CASE("A queue destroyed without finish ends at once") {
    SlowWriter writer;
    {
        FilmQueue queue(writer);
        queue.add(0, pixel(0));
    }
    CHECK_FALSE(writer.finished);
}

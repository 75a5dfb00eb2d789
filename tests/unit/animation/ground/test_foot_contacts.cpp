#include "animation/ground/foot_contacts.h"
#include "animation/ground/sync.h"

#include "support/catch.h"
#include "support/models/walker.h"

using namespace sinew;

namespace {

std::vector<FootContact> contactsOf(const Walker& walker, size_t clip = 0) {
    return footContacts(walker.hierarchy, walker.clips[clip], glm::mat4(1.0f));
}

}  // namespace

TEST_CASE("each foot of a walk touches down once per cycle, at its own time") {
    for (const double share : {0.0, 0.3, 0.9}) {
        Walker walker;
        walker.add(1.2, share);
        const std::vector<FootContact> contacts = contactsOf(walker);
        REQUIRE(contacts.size() == 2);
        CHECK(contacts[0].node == 1);
        CHECK(contacts[1].node == 2);
        // The arc comes near the ground a little before its end.
        const auto apart = [](double a, double b) { return std::abs(std::remainder(a - b, 1.2)); };
        CHECK(apart(contacts[0].timeSeconds, 1.2 * share) < 0.04);
        CHECK(apart(contacts[1].timeSeconds, 1.2 * share + 0.6) < 0.04);
    }
}

TEST_CASE("a walk with root motion has the same contacts as in place") {
    Walker walker;
    const auto a = contactsOf(walker, walker.add(1.0, 0.0)), b = contactsOf(walker, walker.addTraveling(1.0));
    REQUIRE(b.size() == a.size());
    CHECK(a[0].timeSeconds == b[0].timeSeconds);
}

TEST_CASE("feet that stand still, hop together or step twice are not a gait") {
    Walker standing;
    standing.add(1.0, 0.0);
    for (Channel& channel : standing.clips[0].channels)
        for (glm::vec3& place : channel.translation.values)
            place.y = -1.0f;
    CHECK(contactsOf(standing).empty());

    Walker hopping;
    hopping.add(1.0, 0.0);
    hopping.clips[0].channels[1].translation = hopping.clips[0].channels[0].translation;
    CHECK(contactsOf(hopping).empty());

    Walker twice;
    twice.add(0.5, 0.0);
    for (Channel& channel : twice.clips[0].channels) {
        const Track<glm::vec3> once = channel.translation;
        for (size_t key = 1; key < once.size(); ++key) {
            channel.translation.times.push_back(0.5 + once.times[key]);
            channel.translation.values.push_back(once.values[key]);
        }
    }
    twice.clips[0].durationSeconds = 1.0;
    CHECK(contactsOf(twice).empty());
    CHECK(footContacts(twice.hierarchy, {}, glm::mat4(1.0f)).empty());
}

TEST_CASE("synchronized clips are at the same normalized time after the touchdown of the common foot") {
    const std::vector<FootContact> walk{{3, 0.1}, {5, 0.6}}, run{{5, 0.2}}, other{{7, 0.0}};
    // Foot 5 touches down at 0.6 of 1 s, and at 0.2 of 0.5 s.
    CHECK(*syncedTime({walk, 1.0, 0.6}, {run, 0.5}) == Approx(0.2));
    CHECK(*syncedTime({walk, 1.0, 0.8}, {run, 0.5}) == Approx(0.3));
    CHECK(*syncedTime({walk, 1.0, 0.3}, {run, 0.5}) == Approx(0.05));
    CHECK(*syncedTime({run, 0.5, 0.3}, {walk, 1.0}) == Approx(0.8));
    CHECK_FALSE(syncedTime({walk, 1.0, 0.3}, {other, 1.0}));
    CHECK_FALSE(syncedTime({{}, 1.0, 0.3}, {walk, 1.0}));
    CHECK_FALSE(syncedTime({walk, 0.0, 0.0}, {walk, 1.0}));
}

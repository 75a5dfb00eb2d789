#include "match/names.h"

#include <string>

#include "support/catch.h"
#include "support/passes.h"

using namespace sinew;

namespace {

std::vector<AnimationClip> named(const std::vector<std::string>& names) {
    std::vector<AnimationClip> clips;
    for (const std::string& name : names)
        clips.push_back({.name = name});
    return clips;
}

}  // namespace

TEST_CASE("clips are paired by name in any order") {
    const ClipPairs pairs = pairClips(named({"Walk", "Run", "Jump"}), named({"Run", "Swim", "Walk"}));
    CHECK(pairs.both == std::vector<ClipPairs::Pair>{{0, 2}, {1, 0}});
    CHECK(pairs.ownAlone == std::vector<size_t>{2});
    CHECK(pairs.otherAlone == std::vector<size_t>{1});
}

TEST_CASE("an armature prefix is ignored, but exact names match first") {
    const ClipPairs pairs = pairClips(named({"Walk", "Run"}), named({"Rig|Walk", "Walk", "Rig|Run"}));
    CHECK(pairs.both == std::vector<ClipPairs::Pair>{{0, 1}, {1, 2}});
    CHECK(pairs.otherAlone == std::vector<size_t>{0});
}

TEST_CASE("the only clips of two files are a pair, whatever their names") {
    CHECK(pairClips(named({"animation"}), named({"Take 001"})).both == std::vector<ClipPairs::Pair>{{0, 0}});
    CHECK(pairClips(named({"animation"}), named({"Take 001", "Take 002"})).both.empty());
    CHECK(pairClips(named({}), named({"Take 001"})).otherAlone == std::vector<size_t>{0});
}

TEST_CASE("clips of one name are paired in their order") {
    CHECK(pairClips(named({"a", "a"}), named({"a", "a"})).both == std::vector<ClipPairs::Pair>{{0, 0}, {1, 1}});
}

TEST_CASE("many clips are paired in the time of one pass") {
    std::vector<std::string> names, others;
    for (int i = 0; i < 40'000; ++i) {
        names.push_back("clip " + std::to_string(i));
        others.push_back("other " + std::to_string(i));
    }
    const Passes passes;
    CHECK(pairClips(named(names), named(others)).both.empty());
    CHECK(passes.count() < 50.0);
}

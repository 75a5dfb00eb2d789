#include "app/options/completion.h"

#include <algorithm>

#include "app/options/table.h"
#include "support/catch.h"

using namespace sinew;
using Kind = Completion::Kind;

namespace {

Completion after(const std::vector<std::string>& arguments) {
    return completionOf(arguments);
}

std::vector<std::string> wordsAfter(const std::vector<std::string>& arguments, Kind kind = Kind::words) {
    const Completion completion = after(arguments);
    CHECK(completion.kind == kind);
    std::vector<std::string> words;
    for (const Completion::Word& word : completion.words)
        words.push_back(completion.prefix + word.text);
    return words;
}

}  // namespace

TEST_CASE("An option that is begun is completed, with the first part of its help") {
    const Completion view = after({"a.dae", "--vie"});
    REQUIRE(view.words.size() == 1);
    CHECK(view.words[0].text == "--view");
    CHECK_FALSE(view.words[0].help.empty());
    CHECK(view.words[0].help.find(';') == std::string::npos);
    const std::vector<std::string> all = wordsAfter({"-"});
    CHECK(std::ranges::find(all, "-a") != all.end());
    for (const OptionRow& row : optionTable())
        CHECK((std::ranges::find(all, row.name) != all.end()) == (row.listed != Listed::hidden));
}

TEST_CASE("A value that is a word is one of the words that the option takes") {
    CHECK(wordsAfter({"--fit", ""}) == std::vector<std::string>{"figure", "clip", "pose", "bind"});
    CHECK(wordsAfter({"--fit=p"}) == std::vector<std::string>{"--fit=pose"});
    CHECK(wordsAfter({"--retarget", "r"}) == std::vector<std::string>{"rotation", "rig"});
    CHECK(wordsAfter({"--skinning", "=", "l"}) == std::vector<std::string>{"linear"});
    CHECK(wordsAfter({"--skinning", "="}) == std::vector<std::string>{"linear", "dual-quaternion"});
    CHECK(wordsAfter({"--format", "w"}) == std::vector<std::string>{"webp", "webm"});
    CHECK(wordsAfter({"--samples", ""}) == std::vector<std::string>{"1", "2", "4", "8", "16"});
    CHECK(wordsAfter({"--camera", "t"}) == std::vector<std::string>{"top", "three-quarter"});
    CHECK(wordsAfter({"--background", "gr"}) == std::vector<std::string>{"gray", "green"});
    CHECK(wordsAfter({"--up", ""}) == std::vector<std::string>{"Y", "Z"});
    CHECK(wordsAfter({"--fix", ""}) == std::vector<std::string>{"loop"});
    CHECK(wordsAfter({"--floor="}) == std::vector<std::string>{"--floor=on", "--floor=off"});
    CHECK(wordsAfter({"--keys", ""}) == std::vector<std::string>{"all", "tolerance=", "fps="});
    CHECK(wordsAfter({"--time", ""}).empty());
}

TEST_CASE("Names are those of the model and the clip files on the line") {
    for (const auto& [option, kind] : {std::pair{"-a", Kind::clips},
                                       {"--beside", Kind::clips},
                                       {"--bone", Kind::bones},
                                       {"--material", Kind::materials},
                                       {"--device", Kind::devices}}) {
        const Completion completion =
            after({"a b.dae", "--once", "--time", "1", "walk.fbx", "--turntable", "60", option, "Wa"});
        CHECK(completion.kind == kind);
        CHECK(completion.begun == "Wa");
        CHECK(completion.files == std::vector<std::string>{"a b.dae", "walk.fbx"});
    }
    CHECK(wordsAfter({"-a", ""}, Kind::clips) == std::vector<std::string>{"none"});
    CHECK(wordsAfter({"--beside", ""}, Kind::clips) == std::vector<std::string>{"none", "source"});
    CHECK(wordsAfter({"--beside=so"}, Kind::clips) == std::vector<std::string>{"--beside=source"});
    CHECK(wordsAfter({"--bone", ""}, Kind::bones).empty());
    CHECK(after({"--turntable", "a.dae", "--animation="}).files == std::vector<std::string>{"a.dae"});
    CHECK(after({"--turntable", "a.dae", "--animation="}).prefix == "--animation=");
}

TEST_CASE("Everything else is a file or a directory") {
    CHECK(after({}).kind == Kind::files);
    CHECK(after({""}).kind == Kind::files);
    CHECK(after({"a.dae", "wal"}).kind == Kind::files);
    CHECK(after({"--turntable", ""}).kind == Kind::files);
    CHECK(after({"--floor", "a"}).kind == Kind::files);
    CHECK(after({"-o", ""}).kind == Kind::files);
    CHECK(after({"--graph", "a"}).kind == Kind::files);
    CHECK(after({"--textures", ""}).kind == Kind::directories);
    CHECK(after({"--shader-dir=x"}).kind == Kind::directories);
    CHECK(after({"--", "-a"}).kind == Kind::files);
    CHECK(after({"--", "-a", "-b"}).files == std::vector<std::string>{"-a"});
    CHECK(after({"--no-such", ""}).kind == Kind::files);
    CHECK(after({"--no-such="}).kind == Kind::files);
}

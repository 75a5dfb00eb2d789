#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/gltf.h"
#include "support/replaced.h"
#include "support/thrown.h"

using Catch::Matchers::ContainsSubstring;
using import_files::Gltf;
using import_files::importText;
using sinew::Finding;
using sinew::Findings;
using sinew::Severity;

namespace {

/// A triangle "sail" on the node "mast", with a clip "sway".
struct Sail {
    Gltf gltf;

    std::string json() {
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        gltf.floats({0, 1}, "SCALAR", 1);
        gltf.floats({0, 0, 0, 1, 0, 0, .6f, .8f}, "VEC4", 4);
        return R"("nodes":[{"name":"mast","scale":[1,1,1],"mesh":0}],"meshes":[{"name":"sail","primitives":)"
               R"([{"attributes":{"POSITION":0}}]}],"animations":[{"name":"sway","samplers":[{"input":1,"output":2}],)"
               R"("channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]}])";
    }
};

std::string glb() {
    Sail sail;
    const std::string json = sail.json();
    return sail.gltf.glb(json);
}

std::string text(const std::string& from = "", const std::string& to = "") {
    Sail sail;
    const std::string json = sail.json();
    const std::string file = sail.gltf.text(json);
    return from.empty() ? file : replaced(file, from, to);
}

void setWord(std::string& bytes, size_t at, size_t number) {
    const auto value = static_cast<uint32_t>(number);
    std::memcpy(&bytes[at], &value, sizeof value);
}

size_t wordAt(const std::string& bytes, size_t at) {
    uint32_t value = 0;
    std::memcpy(&value, &bytes[at], sizeof value);
    return value;
}

Findings glbFindings(const std::string& bytes, const char* name = "m.glb") {
    return importText(name, bytes).report.findings;
}

std::string glbRefusal(const std::string& bytes, const char* name = "m.glb") {
    return thrownBy([&] { importText(name, bytes); });
}

constexpr size_t kLength = 8, kChunkLength = 12, kChunkType = 16;

}  // namespace

TEST_CASE("a .glb with a wrong length, bytes after its end or another chunk is read, with a warning") {
    CHECK(countOf(glbFindings(glb()), "glb-damaged") == 0);
    std::string file = glb();
    SECTION("length") {
        setWord(file, kLength, file.size() + 400);
        const Finding finding = onlyOne(glbFindings(file), "glb-damaged");
        CHECK(finding.severity == Severity::warning);
        CHECK_THAT(finding.message, ContainsSubstring("states a length of"));
    }
    SECTION("a length that ends before the binary chunk") {
        for (const size_t length : {size_t{0}, size_t{12}, size_t{20}, 20 + wordAt(file, kChunkLength)}) {
            setWord(file, kLength, length);
            const auto imported = importText("m.glb", file);
            CHECK_THAT(onlyOne(imported.report.findings, "glb-damaged").message,
                       ContainsSubstring("but its chunks end at"));
            CHECK(imported.model.meshes.size() == 1);
        }
    }
    SECTION("after its end") {
        const Finding finding = onlyOne(glbFindings(file + std::string(100, 'x')), "glb-damaged");
        CHECK(finding.message == "has 100 bytes after its end, which are ignored");
    }
    SECTION("zeros after its end, which are within its length") {
        setWord(file, kLength, file.size() + 100000);
        const Findings findings = glbFindings(file + std::string(100000, '\0'));
        CHECK(countOf(findings, "glb-damaged") == 2);
        CHECK(std::ranges::any_of(findings, [](const Finding& finding) {
            return finding.message == "has 100000 bytes after its end, which are ignored";
        }));
    }
    SECTION("a second binary chunk") {
        setWord(file, kLength, file.size() + 12);
        file += std::string("\4\0\0\0BIN\0efgh", 12);
        CHECK(onlyOne(glbFindings(file), "glb-damaged").message ==
              "has a second chunk of the type 'BIN', which is ignored");
    }
}

TEST_CASE("a .glb with more chunks after the first two is sound: extensions may add them") {
    std::string file = glb();
    for (int count = 0; count < 20; ++count)
        file += std::string("\4\0\0\0ABCDefgh", 12);
    setWord(file, kLength, file.size());
    CHECK(countOf(glbFindings(file), "glb-damaged") == 0);
}

TEST_CASE("a .glb that cannot be read says what is wrong with it") {
    const std::string whole = glb();
    const size_t binary = 20 + wordAt(whole, kChunkLength);
    struct Fault {
        std::function<void(std::string& file)> make;
        const char* says;
    };
    const std::vector<Fault> faults{
        {[](std::string& file) { setWord(file, 4, 3); }, "states version 3 of .glb"},
        {[](std::string& file) { file.resize(file.size() - 8); }, "is truncated: has "},
        {[&](std::string& file) { setWord(file, binary, wordAt(file, binary) + 8); }, "its length is wrong"},
        {[](std::string& file) { file[kChunkType] = 'X'; }, "does not begin with a chunk of JSON"},
        {[&](std::string& file) { file.resize(binary), setWord(file, kLength, binary); },
         "has no binary chunk, which its buffer 0 needs"}};
    for (const auto& [make, says] : faults) {
        std::string file = whole;
        make(file);
        CHECK_THAT(glbRefusal(file), ContainsSubstring(says));
    }
}

TEST_CASE("a buffer of another length than stated is found") {
    CHECK(countOf(glbFindings(text(), "m.gltf"), "buffer-length") == 0);
    const std::string stated = R"("byteLength":76)";
    const Finding finding = onlyOne(glbFindings(text(stated, R"("byteLength":90)"), "m.gltf"), "buffer-length");
    CHECK(finding.message == "has a buffer of 76 bytes, but states 90");
    CHECK_THAT(glbRefusal(text(stated, R"("byteLength":160)"), "m.gltf"),
               ContainsSubstring("has a buffer of 76 bytes, but states 160: most of it is missing"));
    const std::string most = replaced(replaced(glb(), R"("mast")", R"("mas")"), stated, R"("byteLength":999)");
    CHECK(onlyOne(glbFindings(most), "buffer-length").message == "has a buffer of 76 bytes, but states 999");
    // 12 bytes that no view needs.
    checkOnly(glbFindings(text("base64,", "base64,AAAAAAAAAAAAAAAA"), "m.gltf"), "buffer-length", "",
              "has a buffer of 88 bytes, but states 76", Severity::info);
}

TEST_CASE("a stated length of a buffer that its views pass, or that is no length, is a warning") {
    const std::string stated = R"("byteLength":76)";
    checkOnly(glbFindings(replaced(glb(), stated, R"("byteLength":40)")), "buffer-length", "",
              "has a buffer of 76 bytes, but states 40: 2 views end after that", Severity::warning);
    for (const char* length : {"-5", "\"\"", "{}", "0 "}) {
        const auto imported = importText("m.glb", replaced(glb(), stated, std::string(R"("byteLength":)") + length));
        checkOnly(imported.report.findings, "buffer-length", "", "has a buffer of 76 bytes, but states no valid length",
                  Severity::warning);
        CHECK(imported.model.meshes.size() == 1);
    }
}

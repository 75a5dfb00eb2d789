#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/read_file.h"

// README.md and docs/ name files; these tests notice when one is moved or deleted.

namespace {

namespace fs = std::filesystem;
const fs::path kRepository = SINEW_SOURCE_DIR;

std::vector<fs::path> pages() {
    std::vector<fs::path> files{kRepository / "README.md", kRepository / "SECURITY.md",
                                kRepository / "assets/README.md"};
    for (const auto& entry : fs::directory_iterator(kRepository / "docs"))
        if (entry.path().extension() == ".md") files.push_back(entry.path());
    return files;
}

/// The first group of every match.
std::vector<std::string> allMatches(const std::string& text, const std::regex& pattern) {
    std::vector<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
        found.push_back((*match)[1]);
    return found;
}

/// The anchor that code hosts give a heading: lower case, spaces become hyphens, other punctuation goes.
std::string anchorOf(const std::string& heading) {
    std::string anchor;
    for (const char c : heading) {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_')
            anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (c == ' ')
            anchor += '-';
    }
    return anchor;
}

bool hasAnchor(const fs::path& page, const std::string& anchor) {
    const std::vector<std::string> headings = allMatches(readFile(page), std::regex("(?:^|\n)#+ ([^\n]+)"));
    return std::ranges::any_of(headings, [&](const std::string& heading) { return anchorOf(heading) == anchor; });
}

}  // namespace

TEST_CASE("every relative link in the documentation leads to a file and a heading that exist") {
    REQUIRE(pages().size() > 8);
    for (const fs::path& page : pages())
        for (const std::string& link : allMatches(readFile(page), std::regex(R"(\]\(([^)\s]+)\))"))) {
            if (link.find("://") != std::string::npos) continue;
            INFO(fs::relative(page, kRepository).string() << " links to " << link);
            const size_t hash = link.find('#');
            const fs::path target = hash == 0 ? page : page.parent_path() / link.substr(0, hash);
            CHECK(fs::exists(target));
            if (hash != std::string::npos) CHECK(hasAnchor(target, link.substr(hash + 1)));
        }
}

TEST_CASE("every path below src, shaders and tests that the documentation names exists") {
    const std::regex path("`((?:src|shaders|tests|tools)/[A-Za-z0-9_./-]+)`");
    size_t named = 0;
    for (const fs::path& page : pages())
        for (const std::string& file : allMatches(readFile(page), path)) {
            INFO(fs::relative(page, kRepository).string() << " names " << file);
            CHECK(fs::exists(kRepository / file));
            ++named;
        }
    CHECK(named > 20);
}

TEST_CASE("every source file that a comment names exists") {
    std::set<std::string> names{"run.sh", "test.sh"};
    std::vector<fs::path> sources;
    for (const char* folder : {"src", "shaders", "tests", "tools", "docs"})
        for (const auto& entry : fs::recursive_directory_iterator(kRepository / folder)) {
            names.insert(entry.path().filename().string());
            if (allMatches(entry.path().string(), std::regex(R"((\.(?:h|cpp|glsl|vert|frag|comp)$))")).size() == 1)
                sources.push_back(entry.path());
        }
    const std::regex comment("(//[^\n]*)"), named(R"(([a-z0-9_/]*[a-z0-9_]\.(?:h|cpp|glsl|vert|frag|comp|md|sh))\b)");
    for (const fs::path& source : sources)
        for (const std::string& text : allMatches(readFile(source), comment))
            for (const std::string& file : allMatches(text, named)) {
                INFO(fs::relative(source, kRepository).string() << " names " << file);
                CHECK(names.contains(fs::path(file).filename().string()));
            }
}

TEST_CASE("the lines of C++ in docs/library.md are those of the program that the install test builds") {
    const std::string page = readFile(kRepository / "docs/library.md");
    const std::vector<std::string> blocks = allMatches(page, std::regex("```cpp\n([^`]+)```"));
    REQUIRE(blocks.size() == 1);
    const std::string program =
        std::regex_replace(readFile(kRepository / "tests/install/project/page.cpp"), std::regex("\n    "), "\n");
    CHECK(program.find(blocks[0]) != std::string::npos);
}

TEST_CASE("the keys of docs/using.md are rows of docs/options.md") {
    const std::string all = readFile(kRepository / "docs/options.md"), page = readFile(kRepository / "docs/using.md");
    const size_t begin = page.find("| Key | |"), end = page.find("\n\n", begin);
    const std::vector<std::string> rows = allMatches(page.substr(begin, end - begin), std::regex("(\\| [^\n]+ \\|)"));
    REQUIRE(rows.size() > 5);
    for (const std::string& row : rows)
        CHECK(all.find(row + "\n") != std::string::npos);
}

TEST_CASE("docs/reports.md lists the findings that are errors") {
    std::set<std::string> errors;
    for (const char* room : {"check", "import"})
        for (const auto& entry : fs::recursive_directory_iterator(kRepository / "src" / room)) {
            if (entry.path().extension() != ".cpp") continue;
            for (const std::string& id :
                 allMatches(readFile(entry.path()), std::regex("\"([a-z0-9-]+)\",\\s[^\";]*Severity::error")))
                errors.insert(id);
        }
    const std::string page = readFile(kRepository / "docs/reports.md");
    const size_t begin = page.find("Errors are `");
    REQUIRE(begin != std::string::npos);
    const std::vector<std::string> listed =
        allMatches(page.substr(begin, page.find(':', begin) - begin), std::regex("`([a-z0-9-]+)`"));
    CHECK(std::set<std::string>(listed.begin(), listed.end()) == errors);
}

TEST_CASE("the README has at most 150 lines") {
    const std::string readme = readFile(kRepository / "README.md");
    CHECK(std::ranges::count(readme, '\n') <= 150);
}

#include "app/page/page_text.h"

#include <array>
#include <cctype>

#include <fmt/format.h>

#include "app/report/messages.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "check/check.h"

namespace sinew {
namespace {

// Colors have a contrast of at least 4.5 with their background, in the light and in the dark scheme.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --back: #ffffff; --card: #f4f5f7; --text: #1b1f24; --dim: #4d5661; --line: #c4cad1; --link: #0b57a4;
  --error: #b3141d; --warning: #7a4d00; --note: #3a4a63; --passed: #17602f; }
@media (prefers-color-scheme: dark) { :root { --back: #14171b; --card: #1f242a; --text: #e8ebee; --dim: #aab3bd; --line: #454d57; --link: #86bbf5;
  --error: #ff8d87; --warning: #f2bd5a; --note: #a9bcdc; --passed: #7fd79a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem 1.25rem 4rem; max-width: 76rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: .5rem 0; } h2 { font-size: 1.3rem; margin: 2.5rem 0 .25rem; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1.1rem; margin: 1.75rem 0 .5rem; } h4 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; } a { color: var(--link); } code { font: .95em ui-monospace, monospace; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.dim { color: var(--dim); } .error { color: var(--error); } .warning { color: var(--warning); } .note { color: var(--note); } .passed { color: var(--passed); }
.level { font-weight: 700; } .verdict { font-size: 1.15rem; }
ol.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; }
.cards > li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .9rem; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; }
.cards .words { flex: 1 1 22rem; } .cards > li > figure { width: min(480px, 100%); }
figure { margin: .4rem 0 0; } figcaption { color: var(--dim); font-size: .9rem; }
img { display: block; max-width: 100%; height: auto; border-radius: .3rem; background: #8a9199; }
summary { cursor: pointer; color: var(--link); width: fit-content; padding: .15rem .3rem; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--back); padding: .3rem .6rem; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top; }
@media print { details { display: none; } }
)";

std::string base64From(const std::vector<uint8_t>& bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const size_t count = std::min<size_t>(3, bytes.size() - i);
        uint32_t three = 0;
        for (size_t k = 0; k < 3; ++k)
            three = three << 8u | (k < count ? bytes[i + k] : 0u);
        for (size_t k = 0; k < 4; ++k)
            text += k <= count ? kDigits[three >> (18 - 6 * k) & 63u] : '=';
    }
    return text;
}

/// `isLazy`: decoded only when it is seen.
std::string figureOf(const PagePicture& picture, bool isLazy) {
    if (picture.bytes.empty()) return "";
    const std::string caption = htmlFrom(picture.caption);
    return fmt::format(
        "<figure><img width=\"{}\" height=\"{}\" alt=\"{}\"{} src=\"data:{};base64,{}\"><figcaption>{}</figcaption></figure>\n",
        picture.width, picture.height, caption, isLazy ? " loading=\"lazy\"" : "", picture.type,
        base64From(picture.bytes), caption);
}

std::string findingText(const Finding& finding, const PagePicture* picture) {
    const std::string level = severityLabel(finding.severity);
    const std::string word = static_cast<char>(std::toupper(level[0])) + level.substr(1);
    const std::string_view advice = adviceFor(finding.id);
    std::string text = fmt::format(
        "<li><div class=\"words\"><h4><span class=\"level {}\">{}</span> <code>{}</code> {}</h4>\n<p>{}</p>\n", level,
        word, htmlFrom(finding.id), htmlFrom(finding.object), htmlFrom(finding.message));
    if (!advice.empty())
        text +=
            fmt::format("<p class=\"dim\">What to do: {}{}</p>\n", htmlFrom(advice), advice.ends_with('?') ? "" : ".");
    text += "</div>\n";
    if (picture) text += figureOf(*picture, false);
    return text + "</li>\n";
}

std::string clipText(const PageClip& clip) {
    std::string text =
        fmt::format("<li><div class=\"words\"><h4>{}</h4>\n<p class=\"dim\">{:.2f} s, {}</p>\n{}", htmlFrom(clip.name),
                    clip.seconds, counted(clip.channels, "channel", "channels"), figureOf(clip.sheet, true));
    if (!clip.film.bytes.empty())
        text += fmt::format("<details><summary>Play {}</summary>\n{}</details>\n", htmlFrom(clip.name),
                            figureOf(clip.film, true));
    return text + "</div></li>\n";
}

std::string verdictWord(const Verdict& verdict) {
    return !verdict.error.empty() ? "Not readable" : verdict.passed() ? "Passed" : "Failed";
}

std::string modelText(const PageModel& model, size_t number) {
    const Verdict& verdict = model.verdict;
    std::string text = fmt::format("<section aria-labelledby=\"model-{0}\">\n<h2 id=\"model-{0}\">{1}</h2>\n", number,
                                   htmlFrom(verdict.file));
    text +=
        fmt::format("<p><strong class=\"{}\">{}</strong>", verdict.passed() ? "passed" : "error", verdictWord(verdict));
    if (!verdict.error.empty()) return text + fmt::format(": {}</p>\n</section>\n", htmlFrom(verdict.error));
    text += fmt::format(": {}</p>\n", countsText(VerdictSum({&verdict, 1})));
    text += fmt::format("<p class=\"dim\">{}; fails from: {}", htmlFrom(verdict.format), severityLabel(verdict.failOn));
    if (!verdict.policy.empty()) text += fmt::format("; policy: {}", htmlFrom(shownPath(verdict.policy)));
    text += "</p>\n";
    if (const std::string left = notJudgedText(verdict); !left.empty())
        text += fmt::format("<p class=\"dim\">Not judged: {}</p>\n", htmlFrom(left));
    if (!verdict.findings.empty()) {
        text += "<h3>Findings</h3>\n<ol class=\"cards\">\n";
        for (size_t i = 0; i < verdict.findings.size(); ++i)
            text += findingText(verdict.findings[i], i < model.pictures.size() ? &model.pictures[i] : nullptr);
        text += "</ol>\n";
        if (model.findingsLeftOut > 0)
            text += fmt::format("<p class=\"dim\">{} without pictures.</p>\n",
                                counted(model.findingsLeftOut, "further finding", "further findings"));
    }
    if (!verdict.accepted.empty()) {
        text += "<h3>Accepted by the baseline</h3>\n<ol class=\"cards\">\n";
        for (const Finding& finding : verdict.accepted)
            text += findingText(finding, nullptr);
        text += "</ol>\n";
    }
    if (!model.clips.empty()) {
        text += "<h3>Clips</h3>\n<ol class=\"cards\">\n";
        for (const PageClip& clip : model.clips)
            text += clipText(clip);
        text += "</ol>\n";
    }
    if (model.clipsLeftOut > 0)
        text += fmt::format("<p class=\"dim\">{} without pictures.</p>\n",
                            counted(model.clipsLeftOut, "further clip", "further clips"));
    return text + "</section>\n";
}

}  // namespace

std::string pageText(const std::vector<PageModel>& models, const std::string& note) {
    VerdictSum sum;
    for (const PageModel& model : models)
        sum.add(model.verdict);
    const bool passed = sum.allPassed();
    std::string text = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"Sinew {}\">\n<link rel=\"icon\" href=\"data:,\">\n<title>{}: Sinew check</title>\n<style>{}</style>\n</head>\n<body>\n",
        SINEW_VERSION, passed ? "Passed" : "Failed", kStyle);
    text += "<a class=\"skip\" href=\"#main\">Skip to the models</a>\n<header>\n<h1>Sinew check</h1>\n";
    text +=
        fmt::format("<p class=\"verdict\"><strong class=\"{}\">{}</strong>: {}: {}</p>\n", passed ? "passed" : "error",
                    passed ? "Passed" : "Failed", counted(sum.files(), "file", "files"), countsText(sum));
    if (!note.empty()) text += fmt::format("<p class=\"dim\">{}</p>\n", htmlFrom(note));
    text += "</header>\n";
    if (models.size() > 1) {
        text +=
            "<nav aria-label=\"Models\">\n<table>\n<thead><tr><th scope=\"col\">Model</th><th scope=\"col\">Verdict</th></tr></thead>\n<tbody>\n";
        for (size_t i = 0; i < models.size(); ++i) {
            const Verdict& verdict = models[i].verdict;
            text += fmt::format("<tr><td><a href=\"#model-{}\">{}</a></td><td class=\"{}\">{}</td></tr>\n", i + 1,
                                htmlFrom(verdict.file), verdict.passed() ? "passed" : "error", verdictWord(verdict));
        }
        text += "</tbody>\n</table>\n</nav>\n";
    }
    text += "<main id=\"main\" tabindex=\"-1\">\n";
    for (size_t i = 0; i < models.size(); ++i)
        text += modelText(models[i], i + 1);
    return text + "</main>\n</body>\n</html>\n";
}

}  // namespace sinew

#include "app/check_models.h"

#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/read_model.h"
#include "app/standard_output.h"
#include "app/verdict.h"
#include "app/verdict_sarif.h"
#include "app/verdict_sum.h"
#include "model/utf8.h"

namespace sinew {
namespace {

Verdict judgeOne(const Options& options, const Importer& importer) {
    return judge(readModel(options, importer, true), options.failOn, options.maxBones);
}

/// "FILE: cause" without the file.
std::string causeOf(const Error& error, const std::string& file) {
    const std::string text = utf8From(error.what()), prefix = file + ": ";
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

Exit checkOne(const Options& options, const Importer& importer) {
    const Verdict verdict = judgeOne(options, importer);
    print(options.sarif  ? verdictSarif(std::span(&verdict, 1), {})
          : options.json ? verdictJson(verdict)
                         : verdictText(verdict));
    return verdict.passed() ? Exit::done : Exit::differs;
}

}  // namespace

Exit checkModels(const Options& options, const Importer& importer) {
    if (options.alsoCheck.empty()) return checkOne(options, importer);
    std::vector<std::string> files{options.model};
    files.insert(files.end(), options.alsoCheck.begin(), options.alsoCheck.end());
    VerdictSum sum;
    std::vector<Verdict> kept;  // for SARIF, which is one document
    std::vector<UnreadableFile> unreadable;
    Options one = options;
    for (const std::string& file : files) {
        one.model = file;
        try {
            Verdict verdict = judgeOne(one, importer);
            sum.add(verdict);
            if (options.sarif)
                kept.push_back(std::move(verdict));
            else
                print(options.json ? verdictLine(verdict) : verdictText(verdict));
        } catch (const Error& error) {
            if (error.exit() != Exit::input) throw;
            ++sum.unreadable;
            fmt::print(stderr, "sinew: {}\n", error.what());
            const UnreadableFile failed{utf8From(file), causeOf(error, utf8From(file))};
            if (options.sarif) unreadable.push_back(failed);
            if (options.json) print(unreadableLine(failed));
        }
    }
    print(options.sarif ? verdictSarif(kept, unreadable) : options.json ? sumLine(sum) : sumText(sum));
    return sum.unreadable > 0 ? Exit::input : sum.failed > 0 ? Exit::differs : Exit::done;
}

}  // namespace sinew

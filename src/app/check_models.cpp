#include "app/check_models.h"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/batch_names.h"
#include "app/bundled.h"
#include "app/model_list.h"
#include "app/read_model.h"
#include "app/standard_output.h"
#include "app/verdict.h"
#include "app/verdict_sarif.h"
#include "app/verdict_sum.h"
#include "model/utf8.h"

namespace sinew {
namespace {

/// "FILE: cause" without the file.
std::string causeOf(const Error& error, const std::string& file) {
    const std::string text = utf8From(error.what()), prefix = file + ": ";
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

/// Judges models and says what it finds of each, then of all.
class Checking {
  public:
    Checking(const Options& options, const Importer& importer)
        : options_(options), one_(options), importer_(importer) {}

    /// A file, or the models of a folder.
    void add(const std::string& path) {
        std::vector<std::string> files;
        try {
            files = modelsIn({&path, 1});
        } catch (const Error& error) {
            refuse(path, error);
        }
        for (const std::string& file : files)
            judgeOne(file);
    }

    Exit finish() const {
        if (options_.sarif)
            print(verdictSarif(kept_, unreadable_));
        else if (options_.json)
            print(sumLine(sum_));
        else if (sum_.files() > 1)
            print(sumText(sum_));
        return sum_.unreadable > 0 ? Exit::input : sum_.failed > 0 ? Exit::differs : Exit::done;
    }

  private:
    void judgeOne(const std::string& file) {
        one_.model = file;
        try {
            Verdict verdict = judge(readModel(one_, importer_, true), options_.failOn, options_.maxBones);
            sum_.add(verdict);
            if (options_.sarif)
                kept_.push_back(std::move(verdict));
            else
                print(options_.json ? verdictLine(verdict) : verdictText(verdict));
        } catch (const Error& error) {
            refuse(file, error);
        }
    }

    /// What is wrong with the file is told; anything else ends the run.
    void refuse(const std::string& file, const Error& error) {
        if (error.exit() != Exit::input) throw error;
        ++sum_.unreadable;
        fmt::print(stderr, "sinew: {}\n", error.what());
        const UnreadableFile failed{utf8From(file), causeOf(error, utf8From(file))};
        if (options_.json) print(unreadableLine(failed));
        if (options_.sarif) unreadable_.push_back(failed);
    }

    const Options& options_;
    Options one_;
    const Importer& importer_;
    VerdictSum sum_;
    std::vector<Verdict> kept_;  // for SARIF, which is one document
    std::vector<UnreadableFile> unreadable_;
};

std::vector<std::string> pathsToCheck(const Options& options) {
    if (!options.batch.empty()) return readBatch(options.batch);
    std::vector<std::string> paths{options.model.empty() ? bundledCharacter().string() : options.model};
    paths.insert(paths.end(), options.alsoCheck.begin(), options.alsoCheck.end());
    return paths;
}

}  // namespace

Exit checkModels(const Options& options, const Importer& importer) {
    Checking checking(options, importer);
    for (const std::string& path : pathsToCheck(options))
        checking.add(path);
    return checking.finish();
}

}  // namespace sinew

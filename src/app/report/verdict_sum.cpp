#include "app/report/verdict_sum.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sinew {

using Json = nlohmann::ordered_json;

void VerdictSum::add(const Verdict& verdict) {
    ++(verdict.passed() ? passed : failed);
    errors += verdict.count(Severity::error);
    warnings += verdict.count(Severity::warning);
    infos += verdict.count(Severity::info);
}

std::string sumText(const VerdictSum& sum) {
    return fmt::format("{} files: {} passed, {} failed, {} unreadable; {} errors, {} warnings, {} notes\n", sum.files(),
                       sum.passed, sum.failed, sum.unreadable, sum.errors, sum.warnings, sum.infos);
}

std::string sumLine(const VerdictSum& sum) {
    const Json json{
        {"schema", kVerdictSchema},     {"files", sum.files()}, {"passed", sum.passed},     {"failed", sum.failed},
        {"unreadable", sum.unreadable}, {"errors", sum.errors}, {"warnings", sum.warnings}, {"infos", sum.infos}};
    return json.dump() + "\n";
}

std::string unreadableLine(const UnreadableFile& unreadable) {
    const Json json{
        {"schema", kVerdictSchema}, {"file", unreadable.file}, {"passed", false}, {"error", unreadable.cause}};
    return json.dump() + "\n";
}

}  // namespace sinew

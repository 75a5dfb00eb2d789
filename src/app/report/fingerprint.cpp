#include "app/report/fingerprint.h"

#include <set>

#include <fmt/format.h>

namespace sinew {

Fingerprint fingerprintOf(const Finding& finding) {
    std::set<std::string> objects{finding.object};
    for (const Finding::Other& other : finding.others)
        objects.insert(other.object);
    std::string all;
    for (const std::string& object : objects)
        all += (all.empty() ? "" : ", ") + object;
    return {finding.id, all};
}

std::string hashOf(const Fingerprint& fingerprint) {
    uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a, 64 bits
    const std::string bytes = fingerprint.id + '\0' + fingerprint.object;
    for (const char c : bytes)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return fmt::format("{:016x}", hash);
}

}  // namespace sinew

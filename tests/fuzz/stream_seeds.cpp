// Writes the seed files of the stream's fuzzer: small models that use everything that a stream can hold.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "bake/stream.h"
#include "support/models/every_field.h"

int main(int argc, char** argv) try {
    if (argc != 2) return 2;
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    int number = 0;
    for (const sinew::ImportedModel& imported : stream_models::all()) {
        const std::vector<std::byte> stream = sinew::serialize(imported);
        std::ofstream file(folder / (std::to_string(number++) + ".sinew"), std::ios::binary);
        file.write(reinterpret_cast<const char*>(stream.data()), static_cast<std::streamsize>(stream.size()));
        if (!file.flush()) return 1;
    }
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}

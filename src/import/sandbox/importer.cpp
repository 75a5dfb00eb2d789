// The broker as a program of its own, which IsolatedImporter starts where a process cannot be forked: the package of
// the Python module has it beside the module.

#include <cstdlib>

#include <sys/socket.h>

#include "import/sandbox/broker.h"

int main() {
    sinew::ImportLimits limits;
    if (::recv(sinew::kBrokerSocket, &limits, sizeof limits, 0) != sizeof limits) return EXIT_FAILURE;
    const sinew::IsolatedReaders readers{[](const sinew::ModelFolder& folder, const sinew::ImportOptions& options) {
                                             return sinew::importModel(folder, options);
                                         },
                                         [](const sinew::InputFile& file) { return sinew::readRadiancePicture(file); }};
    sinew::runImportBroker(sinew::kBrokerSocket, 0, limits, readers);
}

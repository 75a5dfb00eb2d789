#include <vector>

#include "app/load/read_model.h"
#include "app/report/report.h"
#include "app/report/standard_output.h"
#include "app/run.h"
#include "gpu/instance.h"

namespace sinew {

Exit run(const task::Info& task) {
    const ImportedModel imported = readModel(task.model, makeImporter(task.model), true);
    print((task.json ? infoJson : infoText)(imported, task.model.maxBones));
    return Exit::done;
}

Exit run(const task::ListDevices& task) {
    const Instance instance;
    const std::vector<DeviceInfo> devices = listDevices(instance);
    print((task.json ? deviceJson : deviceText)(devices));
    return Exit::done;
}

}  // namespace sinew

#!/bin/bash
# Runs GPU tests with GPU-assisted validation, which checks what shaders read and write as they run.
# usage: assisted.sh PROBE PROGRAM [arguments of PROGRAM]     exit code 77: PROBE found that the layer does not support the driver
probe=$1
shift

# Layers before and after 1.3.283 read different variables. The newer ones warn that core checks make them slow; the same tests
# also run without this script, with core checks. Sinew has no ray queries.
export VK_LAYER_ENABLES=${VK_LAYER_ENABLES:+$VK_LAYER_ENABLES:}VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT
export VK_LAYER_DISABLES=${VK_LAYER_DISABLES:+$VK_LAYER_DISABLES:}VK_VALIDATION_FEATURE_DISABLE_CORE_CHECKS_EXT
export VK_LAYER_GPUAV_ENABLE=1 VK_LAYER_GPUAV_VALIDATE_RAY_QUERY=0

# Instrumented shaders are so long that Mesa's software driver would spend most of the time optimizing them.
export GALLIVM_PERF=nopt
export SINEW_CASE_SECONDS=600

said=$("$probe" 2>&1)
ended=$?
case $ended in
  0) exec "$@" ;;
  1) why=$(tail -n 1 <<<"$said") ;;
  126 | 127) exit 1 ;; # the program is missing
  *) why="the probe exited with $ended in the layer or the driver" ;;
esac
echo "$said"
echo "SKIPPED: no GPU-assisted validation: $why"
exit 77

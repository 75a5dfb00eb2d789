#!/bin/bash
# Runs a program of GPU tests with GPU-assisted validation, which looks at what shaders read and write while they run.
# usage: assisted.sh PROBE PROGRAM [arguments of PROGRAM]     77: the layer cannot do it with this driver, as PROBE found out
probe=$1
shift

# Layers before and after 1.3.283 are told by different names. The newer ones warn that they are slow together with the
# core's checks, which have their turn when the same tests run without this; and ray queries are nothing that Sinew has.
export VK_LAYER_ENABLES=${VK_LAYER_ENABLES:+$VK_LAYER_ENABLES:}VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT
export VK_LAYER_DISABLES=${VK_LAYER_DISABLES:+$VK_LAYER_DISABLES:}VK_VALIDATION_FEATURE_DISABLE_CORE_CHECKS_EXT
export VK_LAYER_GPUAV_ENABLE=1 VK_LAYER_GPUAV_VALIDATE_RAY_QUERY=0

# The shaders are then so long that Mesa's software driver spends most of the time on making them fast.
export GALLIVM_PERF=nopt

said=$("$probe" 2>&1)
ended=$?
case $ended in
  0) exec "$@" ;;
  1) why=$(tail -n 1 <<<"$said") ;;
  126 | 127) exit 1 ;; # there is no such program
  *) why="the layer or the driver ended the probe with $ended" ;;
esac
echo "$said"
echo "SKIPPED: no GPU-assisted validation: $why"
exit 77

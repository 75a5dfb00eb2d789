"""What pip calls to build the Python module (PEP 517). src/python/wheel.py makes the files; this packs them. Takes cmake, and
what docs/python.md names, from the system."""

import os
import pathlib
import subprocess
import sys
import zipfile

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The name of the wheel. `config_settings`: variables of CMake."""
    build = REPOSITORY / "build/wheel"
    for old in (build / "python/sinew").glob("_sinew.*.so"):  # of another Python
        old.unlink()
    variables = {"CMAKE_BUILD_TYPE": "Release", "Python_EXECUTABLE": sys.executable, **(config_settings or {}),
                 "SINEW_PYTHON": "ON", "SINEW_TESTS": "OFF", "SINEW_BENCHMARK": "OFF"}
    subprocess.run(["cmake", "-S", REPOSITORY, "-B", build, *(f"-D{name}={value}" for name, value in variables.items())], check=True)
    subprocess.run(["cmake", "--build", build, "--target", "sinew_python", "--parallel", str(os.cpu_count())], check=True)
    (info,) = (build / "python").glob("sinew-*.dist-info")
    tag = (info / "WHEEL").read_text().split("Tag: ")[1].strip()
    name = f"{info.stem}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file in sorted(info.parent.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                wheel.write(file, file.relative_to(info.parent))
    return name

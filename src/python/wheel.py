#!/usr/bin/python3
"""Completes the folder of an installed wheel: Python files, dist-info and its RECORD (PEP 376, PEP 427).

usage: wheel.py FOLDER VERSION REPOSITORY FILE...
"""

import base64
import csv
import hashlib
import pathlib
import shutil
import sys
import sysconfig

METADATA = """\
Metadata-Version: 2.1
Name: sinew
Version: {version}
Summary: Plays rigged, animated models: poses as NumPy arrays, checks of rigs, pictures without a window
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
Description-Content-Type: text/markdown

{description}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: sinew
Root-Is-Purelib: false
Tag: cp{python}-cp{python}-{platform}
"""


def record(folder, file):
    """The row of a file: its path, hash and size."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).rstrip(b"=").decode()
    return [file.relative_to(folder).as_posix(), f"sha256={digest}", file.stat().st_size]


def main():
    folder, version, repository = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    package, info = folder / "sinew", folder / f"sinew-{version}.dist-info"
    for old in folder.glob("sinew-*.dist-info"):
        shutil.rmtree(old)
    info.mkdir(parents=True)
    for source in sys.argv[4:]:
        shutil.copyfile(source, package / pathlib.Path(source).name)
    description = (repository / "docs/python.md").read_text(encoding="utf-8")
    (info / "METADATA").write_text(METADATA.format(version=version, description=description), encoding="utf-8")
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    (info / "WHEEL").write_text(WHEEL.format(python="%d%d" % sys.version_info[:2], platform=platform))
    shutil.copyfile(repository / "LICENSE", info / "LICENSE")
    files = sorted(file for place in (package, info) for file in place.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    with open(info / "RECORD", "w", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        rows.writerows([*(record(folder, file) for file in files), [(info / "RECORD").relative_to(folder).as_posix(), "", ""]])


main()

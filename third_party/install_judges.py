#!/usr/bin/env python3
"""Gets the programs of others that read what Sinew writes: Khronos' gltf-validator, three.js, and for its reader of
Collada xmldom; for node.

usage: third_party/install_judges.py DIR     unpacks them into DIR/node_modules; returns at once if they are there

Exits with 1 and one line if the npm registry is out of reach or a package is not the one that is named here."""
import base64
import hashlib
import io
import os
import shutil
import sys
import tarfile
import urllib.request

REGISTRY = os.environ.get("NPM_CONFIG_REGISTRY", "https://registry.npmjs.org").rstrip("/")
# Name, version, and the SHA-512 of the package in base64, as npm's lock files have it.
PACKAGES = [
    ("@xmldom/xmldom", "0.9.12", "5AXjrcMClTryPe9LgZrygpB1lj7s0S9E0+W+AHaVKAVyHanafK86iPSvG5xHVSp/jC+VH1UXu0TAEmY279xH7A=="),
    ("gltf-validator", "2.0.0-dev.3.10", "odJ4k0tRkGXiDGn78yDBg+fBbAIvBnXxh3RwAta0emSxGtyagFE8B4xELB1oYe3S5RD8Ci3uZAsZaascH2LAEQ=="),
    ("three", "0.187.0", "Qiu7R+Cmh8CstZsY1uJOSWnVlfo7ZtNLV7mF8Jltk3LB3AtDu9cRZlcnRKkAk8Y4z6KKw35z7Y7Urd7jWY8etA=="),
]


def unpack(archive, folder):
    """Writes the files of an npm package, whose paths begin with package/, into `folder`."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            path = member.name.split("/")[1:]
            if not member.isfile() or ".." in path:
                continue
            out = os.path.join(folder, *path)
            os.makedirs(os.path.dirname(out), exist_ok=True)
            with open(out, "wb") as file:
                shutil.copyfileobj(tar.extractfile(member), file)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, version, digest in PACKAGES:
        folder = os.path.join(sys.argv[1], "node_modules", name)
        mark = os.path.join(folder, ".complete-" + version)
        if os.path.exists(mark):
            continue
        try:
            with urllib.request.urlopen(f"{REGISTRY}/{name}/-/{name.split('/')[-1]}-{version}.tgz", timeout=30) as answer:
                archive = answer.read()
        except OSError as error:
            sys.exit(f"install_judges.py: {name} {version} cannot be fetched: {error}")
        if base64.b64encode(hashlib.sha512(archive).digest()).decode() != digest:
            sys.exit(f"install_judges.py: what the registry has is not {name} {version}: its SHA-512 differs")
        shutil.rmtree(folder, ignore_errors=True)
        unpack(archive, folder)
        open(mark, "w").close()


main()

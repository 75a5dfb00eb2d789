#!/usr/bin/env python3
"""Parses action.yml, .pre-commit-hooks.yaml and the Dockerfile, and runs their commands with the built program.

usage: run.py SINEW

Docker and gh are replaced by scripts: `docker run` becomes packaging/ci/check.sh in the workspace, with this SINEW. Exits with 77 if
PyYAML is missing.
"""

import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

try:
    import yaml
except ImportError:
    print("ci_kit: SKIPPED: python3-yaml is not installed")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
SINEW = None
DOCKER = r"""#!/bin/bash
printf '%s\n' "$*" >> "$DOCKER_LOG"
[ "$1" = run ] || exit 0
shift
while [ $# -gt 0 ]; do
  case $1 in
    --rm) shift ;;
    --network | --user | --volume | --workdir) shift 2 ;;
    --entrypoint) program=$2; shift 2 ;;
    *) break ;;
  esac
done
shift  # the image
cd "$GITHUB_WORKSPACE" && exec "$ACTION/packaging/ci/$(basename "$program")" "$@"
"""
# Lists one comment, $GH_COMMENT, as the filter of --jq would.
GH = r"""#!/bin/bash
case "$*" in *"--jq "*) echo "$GH_COMMENT"; exit ;; esac
printf '%s\n' "$*" >> "$GH_LOG"
cat >> "$GH_LOG"
"""


def yaml_of(name):
    return yaml.safe_load((ROOT / name).read_text())


class Action:
    """Runs the steps of action.yml that are commands, as a runner does."""

    def __init__(self, workspace, **inputs):
        self.workspace = pathlib.Path(workspace)
        self.action = yaml_of("action.yml")
        known = {name: one.get("default", "") for name, one in self.action["inputs"].items()}
        assert set(inputs) <= {name.replace("-", "_") for name in known}
        self.inputs = known | {name.replace("_", "-"): text for name, text in inputs.items()}
        self.files = pathlib.Path(tempfile.mkdtemp())
        for name, text in (("docker", DOCKER), ("gh", GH)):
            program = self.files / name
            program.write_text(text)
            program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def value(self, text):
        known = {f"inputs.{name}": given for name, given in self.inputs.items()}
        known |= {"github.token": "secret", "github.repository": "me/rigs", "github.event.pull_request.number": "7"}
        return re.sub(r"\$\{\{ *([^ }]+) *\}\}", lambda match: known[match[1]], str(text))

    def run(self, comment=""):
        """`comment`: the number of the comment that is there. Returns the exit code of the step "check", and its stdout."""
        environment = dict(os.environ, PATH=f"{self.files}:{os.environ['PATH']}", SINEW=SINEW, ACTION=str(ROOT),
                           GITHUB_ACTION_PATH=str(ROOT), GITHUB_WORKSPACE=str(self.workspace),
                           GITHUB_OUTPUT=str(self.files / "output"), GITHUB_STEP_SUMMARY=str(self.files / "summary"),
                           DOCKER_LOG=str(self.files / "docker.log"), GH_LOG=str(self.files / "gh.log"), GH_COMMENT=comment)
        result = None
        for step in self.action["runs"]["steps"]:
            if "run" not in step:
                continue
            assert "${{" not in step["run"], "inputs reach commands by the environment, so that they are not code"
            own = {name: self.value(text) for name, text in step.get("env", {}).items()}
            done = subprocess.run(["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
                                  env=environment | own, capture_output=True, text=True, timeout=300)
            if step.get("id") == "check":
                result = done
            elif done.returncode != 0:
                raise AssertionError(f"{step['name']}: {done.stderr}")
        return result

    def text(self, name):
        file = self.files / name
        return file.read_text() if file.exists() else ""


class CiKit(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.workspace = pathlib.Path(self.folder.name)
        # Without its textures: a warning.
        shutil.copy(ROOT / "assets/character.dae", self.workspace / "a name, with: 100%.dae")
        shutil.copy(ROOT / "assets/tube.dae", self.workspace / "tube.dae")

    def tearDown(self):
        self.folder.cleanup()

    def check(self, code, **inputs):
        """Runs the action, which has to end with this exit code. Returns it, and what it prints."""
        action = Action(self.workspace, **inputs)
        done = action.run()
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return action, done.stdout

    def test_action_passes(self):
        action, printed = self.check(0, comment="true")
        self.assertEqual(action.text("output"), "verdict=passed\n")
        self.assertIn("## Sinew check: passed", action.text("summary"))
        self.assertIn("::warning file=a name%2C with%3A 100%25.dae,title=texture-missing::", printed)
        out = self.workspace / "sinew-check"
        self.assertEqual(json.loads((out / "check.sarif").read_text())["version"], "2.1.0")
        self.assertIn(b"<!DOCTYPE html>", (out / "check.html").read_bytes())
        self.assertEqual(len(list((out / "sheets").glob("*.png"))), 2)
        self.assertIn("--network none", action.text("docker.log"))
        self.assertIn("pr comment 7 --body-file -\n<!-- sinew-check -->\n## Sinew check: passed", action.text("gh.log"))

    def test_action_updates_its_own_comment(self):
        action = Action(self.workspace, comment="true", models="tube.dae")
        self.assertEqual(action.run(comment="42").returncode, 0)
        log = action.text("gh.log")
        self.assertIn("repos/me/rigs/issues/comments/42 --field body=@-\n<!-- sinew-check -->\n## Sinew check: passed", log)
        self.assertNotIn("pr comment", log)

    def test_action_refuses_to_check_nothing(self):
        for models in ("", " \n\n"):
            action, printed = self.check(2, models=models)
            self.assertIn("the input models names no model", printed)
            self.assertEqual(action.text("docker.log").count("run"), 0)
        for arguments in ([], ["--"], ["--fail-on", "warning", "--"]):
            done = subprocess.run([ROOT / "packaging/ci/check.sh", self.workspace / "out"] + arguments, capture_output=True, text=True,
                                  env=dict(os.environ, SINEW=SINEW))
            self.assertEqual((done.returncode, done.stderr), (2, "check.sh: there is no model to check\n"))

    def test_action_fails_as_its_inputs_say(self):
        (self.workspace / "team.toml").write_text("[budget]\nbones = 1\n[findings]\ntexture-missing = 'ignore'\n")
        action, printed = self.check(1, policy="team.toml", models="tube.dae\n\n")
        self.assertEqual(action.text("output"), "verdict=failed\n")
        self.assertIn("::error file=tube.dae,title=budget-bones::", printed)
        update = [SINEW, "--check", "tube.dae", "--policy", "team.toml", "--baseline", "known.json", "--update-baseline"]
        subprocess.run(update, cwd=self.workspace, check=True, capture_output=True)
        self.assertNotIn("budget-bones", self.check(0, policy="team.toml", baseline="known.json", models="tube.dae")[1])
        self.check(1, fail_on="warning")

    def test_action_takes_patterns(self):
        (self.workspace / "rigs/old ones").mkdir(parents=True)
        for copy in ("rigs/old ones/a.dae", "rigs/b.dae"):
            shutil.copy(self.workspace / "tube.dae", self.workspace / copy)
        self.assertIn("2 files: 2 passed", self.check(0, models="rigs/**/*.dae")[0].text("summary"))

    def test_action_reports_what_cannot_be_read(self):
        (self.workspace / "broken.glb").write_bytes(b"glTF")
        action, printed = self.check(3)
        self.assertEqual(action.text("output"), "verdict=unreadable\n")
        self.assertIn("::error file=broken.glb,title=not readable::", printed)

    def test_inputs_are_no_code(self):
        self.check(3, policy="$(touch hacked)", models="`touch hacked`\n--version\n; touch hacked")
        self.assertFalse((self.workspace / "hacked").exists())

    def test_action_is_whole(self):
        action = yaml_of("action.yml")
        text = (ROOT / "action.yml").read_text()
        for name in action["inputs"]:
            self.assertIn("inputs." + name, text)
        for step in action["runs"]["steps"]:
            self.assertTrue("uses" in step or step["shell"] == "bash", step)
        self.assertEqual(action["outputs"]["verdict"]["value"], "${{ steps.check.outputs.verdict }}")

    def test_pre_commit_hooks(self):
        (self.workspace / "a.unknown").write_text("a")
        refusal = subprocess.run([SINEW, "a.unknown", "--info"], cwd=self.workspace, capture_output=True, text=True).stderr
        supported = set(refusal.rpartition("supported: ")[2].split("\n")[0].split(", "))
        hooks = yaml_of(".pre-commit-hooks.yaml")
        self.assertEqual([hook["id"] for hook in hooks], ["sinew-check", "sinew-check-docker"])
        for hook in hooks:
            pattern = re.compile(hook["files"])
            self.assertTrue(pattern.search("rigs/Hero.FBX") and pattern.search("a.glb"))
            self.assertFalse(pattern.search("a.png") or pattern.search("glb") or pattern.search("a.blend"))
            endings = re.fullmatch(r"\(\?i\)\\\.\((.*)\)\$", hook["files"])[1].replace("\\", "").split("|")
            self.assertLessEqual({"." + ending for ending in endings} - {".mesh.xml"}, supported)
        folder = self.workspace / "bin"
        folder.mkdir()
        (folder / "sinew").symlink_to(SINEW)
        environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
        shutil.copy(self.workspace / "tube.dae", self.workspace / "-tube.dae")
        # With Docker, the first word of the entry becomes --entrypoint.
        for hook in hooks:
            command = hook["entry"].split() + hook["args"] + ["-tube.dae", "tube.dae"]
            self.assertEqual(command[0], "sinew")
            done = subprocess.run(command, cwd=self.workspace, env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("2 files: 2 passed", done.stdout)

    def test_dockerfile(self):
        lines = (ROOT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
        instructions = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
        self.assertTrue({name for name, _ in instructions} <= {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "ENTRYPOINT"})
        ignored = (ROOT / ".dockerignore").read_text().split()
        for name, rest in instructions:
            if name == "RUN":
                subprocess.run(["bash", "-n", "-c", rest], check=True)
            if name == "COPY" and "--from" not in rest:
                for source in rest.split()[:-1]:
                    self.assertTrue((ROOT / source).exists(), source)
                    self.assertNotIn("/" + source.split("/")[0], ignored)
        program = json.loads(dict(instructions)["ENTRYPOINT"])
        self.assertEqual(program, ["sinew"])

    def test_dockerfile_copies_what_building_and_installing_need(self):
        folder = self.workspace / "image"
        folder.mkdir()
        for line in (ROOT / "Dockerfile").read_text().splitlines():
            if not line.startswith("COPY ") or "--from" in line or "/usr/local" in line:
                continue
            *sources, target = line.split()[1:]
            for source in sources:
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, folder / target)
                else:
                    shutil.copy(ROOT / source, folder / target)
        command = next(line for line in (ROOT / "Dockerfile").read_text().splitlines() if "cmake --preset" in line)
        configure = command.removeprefix("RUN ").split(" && ")[0]
        done = subprocess.run(configure.split(), cwd=folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        # Only files: directories hold what a build makes.
        for file in folder.rglob("cmake_install.cmake"):
            for installed in re.findall(r'FILES "([^"]+)"', file.read_text()):
                if "/build/" not in installed:
                    self.assertTrue(os.path.exists(installed), installed)

    def test_dockerfile_finds_the_packages_of_the_libraries(self):
        if not shutil.which("dpkg-query"):
            self.skipTest("dpkg-query is not there")
        command = next(line for line in (ROOT / "Dockerfile").read_text().splitlines() if "ldd " in line)
        packages = self.workspace / "packages"
        command = command.removeprefix("RUN ").replace("/opt/sinew/bin/sinew", SINEW).replace("/opt/packages", str(packages))
        subprocess.run(["sh", "-c", command], check=True)
        names = packages.read_text().split()
        for library in ("libassimp", "libpng16", "libfmt", "libglfw3"):
            self.assertTrue(any(name.startswith(library) for name in names), (library, names))

    def test_scripts_refuse_wrong_use(self):
        self.assertEqual(subprocess.run([ROOT / "packaging/ci/check.sh"], capture_output=True).returncode, 2)
        self.assertNotEqual(subprocess.run([ROOT / "packaging/ci/annotate.py"], capture_output=True).returncode, 0)


if __name__ == "__main__":
    SINEW = os.path.abspath(sys.argv.pop(1))
    unittest.main()

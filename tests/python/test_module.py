"""The Python module, against the program: SINEW is its path, and PYTHONPATH the folder with the package."""

import ast
import collections.abc
import concurrent.futures
import csv
import gc
import hashlib
import importlib.metadata
import inspect
import json
import multiprocessing
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import tracemalloc
import unittest
import unittest.mock
import zipfile
import zlib

try:
    import numpy as np
except ImportError:
    print("SKIPPED: NumPy is not installed")
    sys.exit(77)

import sinew

ASSETS = pathlib.Path(__file__).resolve().parents[2] / "assets"
PIP = ASSETS / "character.dae"
SNAKE = ASSETS / "snake.dae"
SIZE = (96, 54)


def run(*arguments, code=0):
    """What the program prints, on stdout or as an error."""
    done = subprocess.run([os.environ["SINEW"], *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr.decode()


def write_star(folder, influences):
    """An SMD file of one triangle, of which each vertex follows so many bones, and its path."""
    bones, whole = range(influences), sum(range(influences + 1))
    weights = " ".join(f"{bone} {(influences - bone) / whole:.6f}" for bone in bones)
    lines = ["version 1", "nodes", *(f'{bone} "bone {bone}" -1' for bone in bones), "end",
             "skeleton", "time 0", *(f"{bone} {bone} 0 0 0 0 0" for bone in bones), "end",
             "triangles", "skin", *(f"0 {place} 0 0 1 0 0 {influences} {weights}" for place in ("0 0 0", "1 0 0", "0 1 0")), "end", ""]
    path = pathlib.Path(folder) / "star.smd"
    path.write_text("\n".join(lines))
    return path


def exported(*options):
    """The vertices of --export-pose: x y z nx ny nz bind_x bind_y bind_z s t mesh, and the triangles."""
    with tempfile.TemporaryDirectory() as folder:
        ply = pathlib.Path(folder) / "pose.ply"
        run(PIP, "--export-pose", ply, *options)
        header, _, rest = ply.read_bytes().partition(b"end_header\n")
    counts = [int(line.split()[2]) for line in header.decode().splitlines() if line.startswith("element")]
    vertices = np.frombuffer(rest, "<f4", counts[0] * 12).reshape(-1, 12)
    faces = np.frombuffer(rest, np.dtype([("n", "u1"), ("v", "<i4", 3)]), counts[1], counts[0] * 48)
    return vertices, faces["v"]


def read_png(data):
    """(height, width, 4) uint8 of a PNG of 8 bits."""
    width, height, bits, kind = struct.unpack(">IIBB", data[16:26])
    channels = {2: 3, 6: 4}[kind]
    assert bits == 8
    packed, at = b"", 8
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + size] if name == b"IDAT" else b""
        at += 12 + size
    raw = zlib.decompress(packed)
    rows = np.zeros((height + 1, width + 1, channels), np.int32)
    for y in range(height):
        line = np.frombuffer(raw, np.uint8, width * channels, y * (width * channels + 1) + 1).reshape(width, channels)
        rule, row, above = raw[y * (width * channels + 1)], rows[y + 1], rows[y]
        for x in range(width):
            a, b, c = row[x], above[x + 1], above[x]
            if rule == 4:
                p = a + b - c
                pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
                guess = np.where((pa <= pb) & (pa <= pc), a, np.where(pb <= pc, b, c))
            else:
                guess = (0, a, b, (a + b) // 2)[rule]
            row[x + 1] = (line[x] + guess) % 256
    picture = np.full((height, width, 4), 255, np.uint8)
    picture[:, :, :channels] = rows[1:, 1:]
    return picture


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pip, cls.snake = sinew.load(PIP), sinew.load(SNAKE)


class Models(Case):
    def test_a_pose_is_what_the_program_exports(self):
        for clip, seconds in (("Walk", 0.5), ("Wave", 0.37), ("Walk", 3.7), ("Walk", -0.2)):
            for skinning in ("linear", "dual-quaternion"):
                vertices, faces = exported("-a", clip, "--time", seconds, "--skinning", skinning)
                pose = self.pip.clips[clip].pose(seconds, skinning=skinning)
                np.testing.assert_allclose(pose.positions, vertices[:, 0:3], atol=2e-6)
                np.testing.assert_allclose(pose.normals, vertices[:, 3:6], atol=2e-5)
                np.testing.assert_array_equal(self.pip.triangles, faces)

    def test_a_pose_of_the_rest_and_of_the_bind_pose(self):
        for pose, posed in (("rest", self.pip.rest_pose()), ("bind", self.pip.bind_pose())):
            np.testing.assert_allclose(posed.positions, exported("--pose", pose)[0][:, 0:3], atol=2e-6)

    def test_the_axis_and_the_unit_that_a_load_gives(self):
        lying = sinew.load(PIP, up="Z", scale=2)
        self.assertEqual((lying.up, lying.meters_per_unit), ("z", 1.0))
        for pose, options in ((lying.clips["Walk"].pose(0.5), ["-a", "Walk", "--time", 0.5]), (lying.rest_pose(), []), (lying.bind_pose(), ["--pose", "bind"])):
            np.testing.assert_allclose(pose.positions, exported("--up", "Z", "--scale", 2, *options)[0][:, 0:3], atol=4e-6)
        np.testing.assert_array_equal(sinew.render(lying, SIZE), sinew.render(self.pip, SIZE, up="Z", scale=2))
        np.testing.assert_array_equal(sinew.render(lying, SIZE, up="Y", scale=1), sinew.render(self.pip, SIZE))

    def test_positions_follow_from_matrices_and_weights(self):
        pose = self.snake.clips[0].pose(0.4)
        for instance in self.snake.instances:
            self.assertFalse(instance.morph_targets)
            palette = pose.world_matrices[instance.bones] @ instance.inverse_bind_matrices
            weights = instance.weights / np.float32(65535)
            np.testing.assert_allclose(weights.sum(1), 1, atol=1e-6)
            blended = np.einsum("vi,virc->vrc", weights, palette[instance.joints])
            bind = np.concatenate([instance.positions, np.ones((len(instance.positions), 1), np.float32)], 1)
            skinned = np.einsum("vrc,vc->vr", blended, bind)[:, :3]
            np.testing.assert_allclose(pose.positions[instance.vertices], skinned, atol=1e-5)

    def test_world_matrices_are_by_row_and_column_and_follow_the_parents(self):
        pose = self.pip.clips["Walk"].pose(0.2)
        self.assertEqual(pose.world_matrices.shape, (len(self.pip.nodes), 4, 4))
        np.testing.assert_array_equal(pose.world_matrices[:, 3], np.tile([0, 0, 0, 1], (len(self.pip.nodes), 1)))
        self.assertEqual(len(self.pip.parents), len(self.pip.nodes))
        self.assertTrue((self.pip.parents < np.arange(len(self.pip.parents))).all())
        self.assertEqual(self.pip.parents[0], -1)

    def test_morph_weights(self):
        names = [name for instance in self.pip.instances for name in instance.morph_targets]
        pose = self.pip.clips["Wave"].pose(0.5)
        self.assertEqual(pose.morph_weights.dtype, np.float32)
        for instance in self.pip.instances:
            self.assertEqual(len(pose.morph_weights[instance.morph_weights]), len(instance.morph_targets))
        self.assertEqual(len(pose.morph_weights), max([i.morph_weights.stop for i in self.pip.instances] + [0]), names)

    def test_eight_influences(self):
        with tempfile.TemporaryDirectory() as folder:
            star = write_star(folder, 6)
            model = sinew.load(star, influences=8)
            instance = model.instances[0]
            self.assertEqual((instance.weights.shape, instance.more_weights.shape), ((3, 4), (3, 4)))
            weights = np.concatenate([instance.weights, instance.more_weights], 1)
            np.testing.assert_allclose(weights[0] / 65535, [6 / 21, 5 / 21, 4 / 21, 3 / 21, 2 / 21, 1 / 21, 0, 0], atol=2e-5)
            joints = np.concatenate([instance.joints, instance.more_joints], 1)
            self.assertEqual([model.nodes[instance.bones[joint]] for joint in joints[0, :6]], [f"bone {i}" for i in range(6)])
            self.assertEqual(sinew.load(star).instances[0].more_weights.shape, (0, 4))

    def test_arrays_are_views_that_keep_their_memory(self):
        model = sinew.load(PIP)
        pose = model.clips["Walk"].pose(0.5)
        positions = pose.positions
        self.assertEqual(positions.ctypes.data, pose.positions.ctypes.data)
        self.assertFalse(positions.flags.owndata)
        self.assertFalse(positions.flags.writeable)
        with self.assertRaises(ValueError):
            positions[0] = 0
        kept, matrices, bones = positions.copy(), pose.world_matrices, model.instances[0].weights
        sums = matrices.sum(), bones.astype(int).sum()
        del model, pose
        gc.collect()
        churn = [sinew.load(PIP).clips["Run"].pose(0.1).positions for _ in range(3)]
        np.testing.assert_array_equal(positions, kept)
        self.assertEqual((matrices.sum(), bones.astype(int).sum()), sums)
        self.assertNotEqual(churn[0].ctypes.data, positions.ctypes.data)

    def test_poses_are_freed(self):
        clip = self.pip.clips["Walk"]
        page = os.sysconf("SC_PAGE_SIZE")
        resident = lambda: int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * page
        for _ in range(50):
            clip.pose(0.1).positions
        before = resident()
        for _ in range(400):
            clip.pose(0.1).positions
        size = clip.pose(0.1).positions.nbytes
        self.assertLess(resident() - before, 40 * size)

    def test_clips_are_a_mapping(self):
        clips = self.pip.clips
        names = [clip["name"] for clip in json.loads(run(PIP, "--info", "--json"))["animations"]]
        self.assertEqual(list(clips), names)
        self.assertEqual([clip.name for clip in clips.values()], names)
        self.assertEqual(dict(clips.items())["Walk"].index, names.index("Walk"))
        self.assertEqual(clips[-1].name, names[-1])
        self.assertIn("Walk", clips)
        self.assertNotIn("walk", clips)
        self.assertIsNone(clips.get("Swim"))
        self.assertIsInstance(clips, collections.abc.Mapping)
        with self.assertRaisesRegex(KeyError, "Swim: no such clip; available clips: 0 "):
            clips["Swim"]
        with self.assertRaisesRegex(IndexError, "the model has [0-9]+ clips"):
            clips[99]
        with self.assertRaisesRegex(TypeError, "a clip's key must be a str or an int, not float"):
            clips[0.5]
        self.assertIs(clips[np.int64(1)].index, 1)
        with self.assertRaises(TypeError):
            clips[np.array([0, 1])]
        self.assertNotIn("\udce9", clips)
        self.assertIsNone(clips.get("\udce9"))
        with self.assertRaisesRegex(KeyError, "udce9.*: no such clip"):
            clips["\udce9"]

    def test_times_wrap_or_hold(self):
        walk = self.pip.clips["Walk"]
        self.assertAlmostEqual(walk.pose(walk.duration + 0.1).seconds, 0.1)
        self.assertEqual(walk.pose(walk.duration + 0.1, once=True).seconds, walk.duration)
        self.assertEqual(walk.pose(-1, once=True).seconds, 0)

    def test_clip_files(self):
        model = sinew.load(PIP, [PIP])
        self.assertEqual(len(model.clips), 2 * len(self.pip.clips))

    def test_a_relative_path_after_a_change_of_the_directory(self):
        before = os.getcwd()
        sinew.load(PIP)
        try:
            os.chdir(ASSETS)
            self.assertEqual(sinew.load("snake.dae").file, "snake.dae")
        finally:
            os.chdir(before)


class Checks(unittest.TestCase):
    def test_findings_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder) / "bad.dae"
            text = PIP.read_text()
            bad.write_text(text.replace("character_base.png", "missing.png"))
            told = json.loads(run(bad, "--check", "--json", code=0))["findings"]
            self.assertTrue(any(finding["id"] == "texture-missing" for finding in told))
            star = write_star(folder, 6)
            cut = json.loads(run(star, "--check", "--json"))["findings"]
            self.assertTrue(any(finding["id"] == "influences-cut" for finding in cut))
            found = sinew.load(bad).check() + sinew.load(star).check()
            self.assertEqual(len(found), len(told + cut))
            for finding, expected in zip(found, told + cut):
                self.assertEqual([finding.id, finding.severity, finding.object, finding.message],
                                 [expected[key] for key in ("id", "severity", "object", "message")])
                figure = expected.get("figure")
                self.assertEqual(finding.figure is None, figure is None)
                if figure is not None:
                    self.assertEqual((float(f"{finding.figure.value:.6g}"), finding.figure.unit), (figure["value"], figure["unit"]))
                self.assertIsInstance(finding.advice, str)
                self.assertTrue(finding.meaning)


class Pictures(Case):
    def drawn(self, *options):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "picture.png"
            run(PIP, "-o", picture, "--size", "96x54", *options)
            return read_png(picture.read_bytes())

    def test_a_picture_has_the_bytes_of_the_program(self):
        picture = sinew.render(self.pip, SIZE, clip="Walk", time=0.5)
        self.assertEqual((picture.shape, picture.dtype), ((54, 96, 4), np.uint8))
        np.testing.assert_array_equal(picture, self.drawn("-a", "Walk", "--time", "0.5"))

    def test_options_have_the_names_and_values_of_the_program(self):
        picture = sinew.render(self.pip, "96x54", clip=self.pip.clips["Wave"], camera=(90, 10), background="transparent", skeleton=True,
                               onion_skin=True, fov=40, samples=1, no_floor=None, wireframe=False)
        expected = self.drawn("-a", "Wave", "--camera", "90,10", "--background", "transparent", "--skeleton", "--onion-skin",
                              "--fov", "40", "--samples", "1")
        self.assertEqual(picture[0, 0, 3], 0)
        np.testing.assert_array_equal(picture, expected)

    def test_frames_and_sheets(self):
        frames = sinew.render(self.pip, SIZE, clip="Walk", frames=3, fps=4)
        self.assertEqual(frames.shape, (3, 54, 96, 4))
        np.testing.assert_array_equal(frames[2], self.drawn("-a", "Walk", "--time", "0.5"))
        self.assertEqual(sinew.render(self.pip, (32, 18), sheet=(3, 2)).shape, (1, 36, 96, 4))

    def test_a_picture_outlives_its_model(self):
        model = sinew.load(SNAKE)
        picture = sinew.render(model, (32, 32))
        digest = hashlib.sha256(picture).digest()
        del model
        gc.collect()
        self.assertEqual(hashlib.sha256(picture).digest(), digest)


class Errors(Case):
    def test_an_error_is_the_line_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = pathlib.Path(folder) / "broken.dae"
            broken.write_text("<COLLADA")
            for path in (broken, pathlib.Path(folder) / "missing.fbx", pathlib.Path(folder)):
                with self.assertRaises(sinew.InputError) as raised:
                    sinew.load(path)
                self.assertEqual(f"sinew: {raised.exception}\n", run(path, "--info", code=3))
                self.assertEqual(raised.exception.exit_code, 3)
        for keywords, options in (({"clip": "Swim"}, ["-a", "Swim"]), ({"samples": 3}, ["--samples", "3"]),
                                  ({"size": (0, 4)}, ["--size", "0x4"]), ({"fov": 200}, ["--fov", "200"]),
                                  ({"camera": "1,2,3:"}, ["--camera", "1,2,3:"]), ({"eye": (1, 2, 3)}, ["--eye", "1,2,3"]), ({"floor": True, "no_floor": True}, ["--floor", "--no-floor"])):
            with self.assertRaises(sinew.UsageError) as raised:
                sinew.render(self.snake, **keywords)
            self.assertEqual(f"sinew: {raised.exception}\n", run(SNAKE, "-o", "x.png", *options, code=2))
            self.assertIsInstance(raised.exception, ValueError)

    def test_a_wrong_type_is_said_in_a_sentence(self):
        clip = self.snake.clips[0]
        for call, kind, sentence in (
                (lambda: sinew.load(5), TypeError, "load: path must be a str or a path, not int"),
                (lambda: sinew.load("a\0b"), ValueError, "load: path is not a file name: it contains a zero byte"),
                (lambda: sinew.load(SNAKE, [5]), TypeError, "load: each of clip_files must be a str or a path, not int"),
                (lambda: sinew.load(SNAKE, colour=1), TypeError, "load() got an unexpected keyword argument 'colour'"),
                (lambda: sinew.load(SNAKE, keep_hands="yes"), TypeError, "keep_hands must be True or False, not str"),
                (lambda: clip.pose("now"), TypeError, "pose: seconds must be a number, not str"),
                (lambda: clip.pose(float("nan")), ValueError, "pose: seconds is not a finite number"),
                (lambda: clip.pose(10**400), ValueError, "pose: seconds is not a finite number"),
                (lambda: clip.pose(0, skinning=3), TypeError, "skinning must be a str, not int"),
                (lambda: sinew.render(self.snake, output="a.png"), TypeError, "render() got an unexpected keyword argument 'output'"),
                (lambda: sinew.render(self.snake, influences=8), TypeError, "render() got an unexpected keyword argument 'influences'"),
                (lambda: sinew.render(self.snake, size={}), TypeError, "size must be a text, a number, a path or a tuple of numbers, not dict"),
                (lambda: sinew.render(self.snake, size=("a", 4)), TypeError, "size: each part must be a number, not str"),
                (lambda: sinew.render(self.snake, time=True), TypeError, "time must be a value, not bool"),
                (lambda: sinew.render(self.snake, time=np.True_), TypeError,
                 f"time must be a text, a number, a path or a tuple of numbers, not {'numpy.bool' if np.__version__ >= '2' else 'numpy.bool_'}"),
                (lambda: sinew.render(self.snake, eye=np.eye(3)), TypeError, "eye: each part must be a number, not numpy.ndarray"),
                (lambda: sinew.render(self.snake, graph="map.json\0x"), ValueError, "graph contains a zero byte"),
                (lambda: sinew.render(self.snake, graph=b"map.json\0x"), ValueError, "graph is not a file name: it contains a zero byte"),
                (lambda: sinew.load("\ud800"), ValueError, "load: path is not a file name: it cannot be encoded"),
                (lambda: clip.pose(0, skinning="linear\0"), ValueError, "skinning contains a zero byte"),
                (lambda: sinew.render(self.snake, clip=sinew.load(SNAKE).clips[0]), ValueError, "clip: belongs to another model")):
            with self.assertRaises(kind) as raised:
                call()
            self.assertEqual(str(raised.exception), sentence)
        with self.assertRaises(TypeError):
            sinew.render(PIP)

    def test_numbers_of_numpy(self):
        clip = self.snake.clips[0]
        self.assertEqual(clip.pose(np.float32(0.5)).seconds, 0.5)
        self.assertEqual(clip.pose(np.int16(0)).seconds, 0.0)
        picture = sinew.render(self.snake, np.array(SIZE), time=np.float32(0.5), eye=np.array([0, 1, 2]), target=np.zeros(3))
        np.testing.assert_array_equal(picture, sinew.render(self.snake, SIZE, time=0.5, eye=(0, 1, 2), target=(0, 0, 0)))

    def test_paths_that_are_bytes_or_no_text(self):
        with tempfile.TemporaryDirectory() as folder:
            missing = os.fsencode(folder) + b"/\xe9"
            for path in (missing, os.fsdecode(missing)):
                with self.assertRaisesRegex(sinew.InputError, "xe9"):
                    sinew.render(self.snake, SIZE, graph=path)
            self.assertTrue(sinew.load(os.fsencode(SNAKE), clip_files=[os.fsencode(SNAKE)], textures=[os.fsencode(folder)]).clips)

    def test_a_reader_that_runs_out_of_time(self):
        with self.assertRaises(sinew.UsageError):
            sinew.load(SNAKE, import_seconds=-1)

    def test_what_the_system_lacks(self):
        done = subprocess.run([sys.executable, "-c", "import sinew; sinew.render(sinew.load(__import__('sys').argv[1]))", SNAKE],
                              env={**os.environ, "VK_DRIVER_FILES": "/none", "VK_ICD_FILENAMES": "/none"}, stderr=subprocess.PIPE)
        self.assertEqual(done.stderr.decode().splitlines()[-1][:32], "sinew.NotAvailableError: no Vulk"[:32])


class Threads(Case):
    def test_models_load_in_many_threads(self):
        expected = self.pip.clips["Walk"].pose(0.5).positions
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            models = list(pool.map(lambda _: sinew.load(PIP), range(12)))
            poses = list(pool.map(lambda model: model.clips["Walk"].pose(0.5), models))
            for positions in pool.map(lambda pose: pose.positions, poses * 4):
                np.testing.assert_array_equal(positions, expected)

    def test_few_importers_stay(self):
        with multiprocessing.get_context("fork").Pool(1) as pool:
            self.assertEqual(pool.apply(importers_after_many_limits, [str(SNAKE)]), 8)

    def test_an_importer_outlives_the_thread_that_started_it(self):
        thread = threading.Thread(target=sinew.load, args=(SNAKE,))
        thread.start()
        thread.join()
        for _ in range(2):
            sinew.load(SNAKE)

    def test_other_threads_run_while_one_draws(self):
        count, done = 0, threading.Event()

        def draw():
            sinew.render(self.pip, (640, 360), frames=3)
            done.set()

        thread = threading.Thread(target=draw)
        thread.start()
        while not done.is_set():
            count += 1
            time.sleep(0.002)
        thread.join()
        self.assertGreater(count, 20)

    def test_pictures_of_two_threads(self):
        expected = sinew.render(self.snake, (64, 36))
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            for picture in pool.map(lambda _: sinew.render(self.snake, (64, 36)), range(6)):
                np.testing.assert_array_equal(picture, expected)

    def test_a_large_address_space_does_not_count_as_the_importers(self):
        room = np.empty(6 << 30, np.uint8)  # never written: more than an importer may have
        self.assertTrue(sinew.load(SNAKE).clips)
        del room

    def test_a_forked_process_has_importers_of_its_own(self):
        sinew.load(SNAKE)
        context = multiprocessing.get_context("fork")
        with context.Pool(2) as pool:
            for nodes, importers in pool.map(nodes_and_importers, [str(PIP)] * 6):
                self.assertEqual(nodes, len(self.pip.nodes))
                self.assertEqual(importers, 1)

    def test_ctrl_c_cancels_a_load(self):
        with tempfile.TemporaryDirectory() as folder:
            slow = pathlib.Path(folder) / "slow.obj"
            side = 900
            with open(slow, "w") as file:
                file.writelines(f"v {i} {j} {i * j % 7}\n" for i in range(side) for j in range(side))
                file.writelines(f"f {i * side + j + 1} {i * side + j + 2} {i * side + side + j + 1}\n" for i in range(side - 1) for j in range(side - 1))
            start = time.monotonic()
            sinew.load(slow)
            whole = time.monotonic() - start
            for _ in range(3):  # a busy machine may deliver the signal late
                start = time.monotonic()
                threading.Timer(whole / 4, os.kill, (os.getpid(), signal.SIGINT)).start()
                with self.assertRaises(KeyboardInterrupt):
                    sinew.load(slow)
                    time.sleep(10)
                canceled = time.monotonic() - start
                if canceled < whole / 2:
                    break
            self.assertLess(canceled, whole / 2)
            self.assertTrue(sinew.load(SNAKE).clips)

    def test_ctrl_c_of_a_terminal_leaves_the_importers(self):
        script = """
import os, signal, sinew, sys
sinew.load(sys.argv[1])
try:
    os.killpg(0, signal.SIGINT)
    signal.pause()
except KeyboardInterrupt:
    print(len(sinew.load(sys.argv[1]).nodes))
"""
        done = subprocess.run([sys.executable, "-c", script, SNAKE], stdout=subprocess.PIPE, start_new_session=True)
        self.assertEqual(done.stdout.decode().strip(), str(len(self.snake.nodes)))

    def test_nothing_is_left_when_python_ends(self):
        script = "import os, sinew, sys; sinew.load(sys.argv[1]); print(os.getpid(), flush=True); os.kill(os.getpid(), 9)"
        done = subprocess.run([sys.executable, "-c", script, SNAKE], stdout=subprocess.PIPE)
        group = done.stdout.decode().strip()
        self.assertTrue(group)
        for _ in range(100):
            importers = [entry for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline") if is_orphan(entry)]
            if not importers:
                return
            time.sleep(0.1)
        self.fail(f"still there: {importers}")


def is_orphan(cmdline):
    """An importer of this package whose parent is gone."""
    try:
        if b"sinew/_importer" not in cmdline.read_bytes():
            return False
        parent = int((cmdline.parent / "stat").read_text().rpartition(")")[2].split()[1])
        return str(pathlib.Path(sinew.__file__).parent / "_importer").encode() in cmdline.read_bytes() and parent == 1
    except OSError:
        return False


def nodes_and_importers(path):
    """How many nodes a model has, and how many importers this process has started."""
    nodes = len(sinew.load(path).nodes)
    parents = [entry.read_text().rpartition(")")[2].split()[1] for entry in pathlib.Path("/proc").glob("[0-9]*/stat") if entry.exists()]
    return nodes, parents.count(str(os.getpid()))


def importers_after_many_limits(path):
    for seconds in range(11, 24):
        sinew.load(path, import_seconds=seconds)
    return nodes_and_importers(path)[1]


class Package(unittest.TestCase):
    folder = pathlib.Path(sinew.__file__).resolve().parent

    def test_it_is_what_a_wheel_installs(self):
        version = importlib.metadata.version("sinew")
        self.assertEqual(version, sinew.__version__)
        self.assertEqual(f"sinew {version}", run("--version").decode().splitlines()[0])
        self.assertTrue((self.folder / "py.typed").is_file())
        info = self.folder.parent / f"sinew-{version}.dist-info"
        with open(info / "RECORD", newline="") as file:
            recorded = {row[0]: row[2] for row in csv.reader(file)}
        there = {file.relative_to(self.folder.parent).as_posix() for top in (self.folder, info) for file in top.rglob("*")
                 if file.is_file() and "__pycache__" not in file.parts}
        self.assertEqual(set(recorded), there)
        for name, size in recorded.items():
            if size:
                self.assertEqual((self.folder.parent / name).stat().st_size, int(size))

    def test_pip_packs_what_a_wheel_installs(self):
        sys.path.insert(0, str(ASSETS.parent / "packaging"))
        import pip_backend
        with tempfile.TemporaryDirectory() as folder:
            pip_backend.REPOSITORY = pathlib.Path(folder)
            build = pip_backend.REPOSITORY / "build/wheel/python"
            with unittest.mock.patch("subprocess.run", lambda *_, **__: shutil.copytree(self.folder.parent, build, dirs_exist_ok=True)):
                name = pip_backend.build_wheel(folder)
            self.assertRegex(name, rf"^sinew-{sinew.__version__}-(cp3\d+)-\1-linux_\w+\.whl$")
            packed = zipfile.ZipFile(pathlib.Path(folder) / name)
            record = packed.read(f"sinew-{sinew.__version__}.dist-info/RECORD").decode().splitlines()
            self.assertEqual(sorted(packed.namelist()), sorted(row.split(",")[0] for row in record))
            self.assertTrue(packed.getinfo("sinew/_importer").external_attr >> 16 & 0o100)  # may be executed

    def test_everything_is_documented(self):
        for name in sinew.__all__:
            item = getattr(sinew, name)
            self.assertTrue(inspect.getdoc(item), name)

    def test_the_stubs_have_what_the_module_has(self):
        stubs = {node.name: node for node in ast.parse((self.folder / "__init__.pyi").read_text()).body if hasattr(node, "name")}
        self.assertEqual(set(sinew.__all__), set(stubs))
        for name in ("Clip", "Figure", "Finding", "Instance", "Model", "Pose"):
            members = {node.name for node in stubs[name].body if isinstance(node, ast.FunctionDef)}
            self.assertEqual(members, {member for member in vars(getattr(sinew, name)) if not member.startswith("_")}, name)
        load, render = sinew._sinew._keywords()
        for name, keywords in (("load", load), ("render", render)):
            self.assertEqual(sorted(argument.arg for argument in stubs[name].args.kwonlyargs),
                             sorted(set(keywords) - {"size"}), name)

    def test_only_the_entry_is_seen_from_outside(self):
        module = next(self.folder.glob("_sinew*.so"))
        lines = subprocess.run(["nm", "-D", "--defined-only", module], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
        symbols = {line.split()[2]: line.split()[1] for line in lines}
        self.assertEqual([name for name, kind in symbols.items() if kind in "TDBR"], ["PyInit__sinew"])
        self.assertNotIn("_Znwm", symbols)  # operator new


if __name__ == "__main__":
    unittest.main(verbosity=2)

"""What other programs make of exported files: the faults of one program and one model, as lines."""
import array
import itertools
import json
import math
import os
import shutil
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

# What readers do against the formats, as proof() shows.
FAULTS = {
    'rotations': 'Blender interpolates the components of quaternions, where glTF asks for slerp',
    'cubic': 'Blender does not read the tangents of CUBICSPLINE',
    'weights': 'Blender keeps the weights of morph targets from 0 to 1',
    'bind': 'Blender has bones without scale, and so cannot hold every bind pose',
}
BIND_ERROR = 1e-6  # of the mesh's size: bones disagree more about the bind pose of a vertex


class Poses:
    """Where a program puts the vertices of a file (judge.mjs, blender_pose.py)."""

    def __init__(self, out):
        with open(out) as file:
            result = json.load(file)
        self.error = result.get('error')
        self.facts = result.get('facts', {})
        self.validator = result.get('validator')
        self.count = result.get('vertices', 0)
        self.numbers = array.array('d')
        if not self.error:
            with open(out + '.bin', 'rb') as file:
                self.numbers.frombytes(file.read())
        self.offsets = {(pose['clip'], pose['time']): (5 + 3 * i) * self.count for i, pose in enumerate(result['poses'])
                        } if not self.error else {}

    def bind(self, component):
        return self.numbers[component:5 * self.count:5]

    def place(self, offset, vertex):
        return self.numbers[offset + 3 * vertex:offset + 3 * vertex + 3]


def turned(point, up):
    x, y, z = point
    return (x, z, -y) if up == 'Z' else (-y, x, z) if up == 'X' else (x, y, z)


def space(sinew, model):
    """The axis and factor from the oracle's space to glTF's, and the factors that bind positions may have."""
    info = json.loads(subprocess.run([sinew, model, '--info', '--json'], capture_output=True, text=True).stdout)
    unit = info['meters_per_unit'] or 1.0
    if info['format'].startswith('Collada'):  # the oracle's space is assimp's, which is in meters with Y up
        return 'Y', 1.0, [1.0, unit]
    return info['up_axis'], unit, [unit]


def snapped(columns, samples, reach):
    """Moves bind positions to those of the samples that are within reach."""
    cells = {}
    for place in {tuple(sample['bind']) for sample in samples}:
        cell = [math.floor(part / (2 * reach)) for part in place]
        for offset in itertools.product((-1, 0, 1), repeat=3):
            cells.setdefault(tuple(map(sum, zip(cell, offset))), []).append(place)
    for v, place in enumerate(zip(*columns)):
        near = cells.get(tuple(math.floor(part / (2 * reach)) for part in place), ())
        best = min(near, key=lambda other: math.dist(place, other), default=None)
        if best and math.dist(place, best) <= reach:
            for column, part in zip(columns, best):
                column[v] = part


def sampled_vertices(compare, oracle, poses, binds, slack):
    """The vertices that can be each sample of the oracle; by how much bind positions may be off, of the model's size."""
    best = None
    for bind in binds:
        columns = {'mesh': [0] * poses.count, 's': poses.bind(3), 't': poses.bind(4)}
        for component, name in enumerate(('bind_x', 'bind_y', 'bind_z')):
            columns[name] = [value / bind for value in poses.bind(component)]
        if slack and oracle['samples']:
            snapped([columns[name] for name in ('bind_x', 'bind_y', 'bind_z')], oracle['samples'], slack * oracle['diag'])
        found = compare.candidates(oracle['samples'], columns, poses.count)
        if best is None or sum(map(bool, found)) > sum(map(bool, best)):
            best = found
    return best


def pose_error(oracle, expected, found, poses, offset, up, factor):
    """The largest error of the samples that count, of the model's size, and the share without a vertex."""
    worst, missing, count = 0.0, 0, 0
    for want, vertices in zip(expected, found):
        if want is None:
            continue
        count += 1
        if not vertices:
            missing += 1
            continue
        goal = [factor * value for value in turned(want, up)]
        error = min(math.dist(poses.place(offset, v), goal) for v in vertices)
        worst = max(worst, error / (oracle['diag'] * factor))
    return worst, missing / max(1, count)


def validator_faults(told):
    if not told['errors'] and not told['warnings']:
        return []
    first = told['messages'][0] if told['messages'] else {}
    return ['validator: %d errors, %d warnings: %s %s' % (told['errors'], told['warnings'], first.get('code'),
                                                         first.get('pointer'))]


def blender_excuse(reader, proven, poses, clip, on_key):
    """The proven fault of Blender that keeps it from this pose; None: it can."""
    if reader != 'Blender':
        return None
    facts = poses.facts['clips'].get(str(clip), {})
    if 'bind' in proven and poses.facts['bind'] > BIND_ERROR:
        return 'bind'
    if 'weights' in proven and facts.get('beyond'):
        return 'weights'
    if on_key or clip < 0:
        return None
    return next((fault for fault in ('rotations', 'cubic') if fault in proven and facts.get(
        'rotates' if fault == 'rotations' else 'cubic')), None)


def collada_excuse(reader, proven, poses, clip, on_key):
    return None


def pose_faults(compare, oracle, poses, reader, where, tolerance, excuse=None):
    """Compares a reader's poses with the oracle, of whose size the tolerance is a share. Counts those that it excuses in
    oracle['excused'] by fault."""
    if poses.error:
        return ['%s: %s' % (reader, poses.error)]
    faults = []
    up, factor, binds = where
    found = sampled_vertices(compare, oracle, poses, binds, tolerance - compare.TOLERANCE)
    for clip in oracle['clips']:
        authored = any('pos_authored' in time for time in clip['times'])
        for time in clip['times']:
            if not compare.is_strict(clip, time, authored):
                continue
            worst, missing = pose_error(oracle, compare.expectation(time, oracle['samples'], 4), found, poses,
                                        poses.offsets[clip['index'], time['t']], up, factor)
            why = excuse(poses, clip['index'], time['on_key']) if excuse and worst > tolerance else None
            if why:
                excused = oracle['excused'].setdefault(why, [0, 0.0])
                oracle['excused'][why] = [excused[0] + 1, max(excused[1], worst)]
                continue
            oracle['judged'][reader] = oracle['judged'].get(reader, 0) + 1
            oracle['worst'][reader] = max(oracle['worst'].get(reader, 0.0), worst)
            if worst > tolerance:
                faults.append('%s: clip %d at %g s: %.2e off' % (reader, clip['index'], time['t'], worst))
            if missing > compare.MISSING_SHARE:
                faults.append('%s: clip %d: %.1f %% of the samples have no vertex' % (reader, clip['index'],
                                                                                   100 * missing))
    return faults


def jobs_for(oracles_and_files):
    return [{'file': out, 'clips': [{'clip': clip['index'], 'times': [time['t'] for time in clip['times']]}
                                    for clip in oracle['clips']], 'out': out + '.json'}
            for oracle, out in oracles_and_files]


def run_jobs(jobs, folder, command, batch, environment=None):
    """Runs a program on the jobs, some at a time; its last argument is the list of jobs."""
    for start in range(0, len(jobs), batch):
        listed = os.path.join(folder, 'jobs.json')
        with open(listed, 'w') as file:
            json.dump(jobs[start:start + batch], file)
        ran = subprocess.run([*command, listed], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, errors='replace', env=environment)
        for job in jobs[start:start + batch]:
            if not os.path.exists(job['out']):
                lines = [line for line in ran.stdout.splitlines() if line.strip()] or ['ended without a result']
                with open(job['out'], 'w') as file:
                    json.dump({'error': ' | '.join(lines[-5:])}, file)


def three_js(jobs, folder, modules):
    run_jobs(jobs, folder, ['node', os.path.join(HERE, 'judge.mjs')], 8,
             {**os.environ, 'SINEW_NODE_MODULES': os.path.abspath(modules)})


def blender(jobs, folder, program, script='blender_pose.py'):
    # The Python in Blender takes its modules from where the first python3 of the PATH is: the system's, not another one's.
    beside = os.path.dirname(os.path.realpath(shutil.which(program)))
    run_jobs(jobs, folder, [program, '-b', '--factory-startup', '-P', os.path.join(HERE, script), '--'], 8,
             {**os.environ, 'PATH': beside + os.pathsep + os.environ.get('PATH', '')})


def assimp(jobs, folder, program):
    """As run_jobs(), for a program that knows no JSON."""
    for job in jobs:
        listed = os.path.join(folder, 'jobs.txt')
        poses = [(clip['clip'], time) for clip in job['clips'] for time in clip['times']]
        with open(listed, 'w') as file:
            file.write('\t'.join([job['file'], job['out'] + '.all', *('%d:%r' % pose for pose in poses)]) + '\n')
        subprocess.run([program, listed], timeout=300)
        with open(job['out'] + '.all', 'rb') as file:
            count, rest = struct.unpack('<d', file.read(8) or b'\0' * 8)[0], file.read()
        told = {'vertices': int(count), 'poses': [{'clip': clip, 'time': time} for clip, time in poses]}
        if len(rest) != 8 * count * (5 + 3 * len(poses)) or not count:
            told['error'] = 'does not read it, or not all of its clips'
        with open(job['out'] + '.bin', 'wb') as file:
            file.write(rest)
        with open(job['out'], 'w') as file:
            json.dump(told, file)


def glb(json_text, binary):
    text = json_text.encode()
    text += b' ' * (-len(text) % 4)
    binary += b'\0' * (-len(binary) % 4)
    return struct.pack('<III', 0x46546C67, 2, 28 + len(text) + len(binary)) + struct.pack(
        '<II', len(text), 0x4E4F534A) + text + struct.pack('<II', len(binary), 0x004E4942) + binary


def proof_file():
    """A file that each fault of BLENDER_FAULTS shows in. Clip 0 turns a quarter in a second, 1 moves on a cubic curve,
    2 gives a morph target the weight 2; the second mesh has a skin, of which one bone binds at twice the size."""
    binary, accessors, views = bytearray(), [], []

    def accessor(kind, *values, code='f', component=5126, **more):
        views.append({'buffer': 0, 'byteOffset': len(binary), 'byteLength': struct.calcsize('<%d%s' % (len(values), code))})
        width = {'SCALAR': 1, 'VEC3': 3, 'VEC4': 4, 'MAT4': 16}[kind]
        binary.extend(struct.pack('<%d%s' % (len(values), code), *values))
        binary.extend(b'\0' * (-len(binary) % 4))
        accessors.append({'bufferView': len(views) - 1, 'componentType': component, 'type': kind,
                          'count': len(values) // width, **more})
        return len(accessors) - 1

    corners = accessor('VEC3', 1, 0, 0, 2, 0, 0, 1, 1, 0, min=[1, 0, 0], max=[2, 1, 0])
    up = accessor('VEC3', *[0, 1, 0] * 3, min=[0, 1, 0], max=[0, 1, 0])
    triangle = accessor('SCALAR', 0, 1, 2, code='H', component=5123)
    times = accessor('SCALAR', 0, 1, min=[0], max=[1])
    turn = accessor('VEC4', 0, 0, 0, 1, 0, 0, math.sqrt(0.5), math.sqrt(0.5))
    curve = accessor('VEC3', 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    weights = accessor('SCALAR', 0, 2)
    joints = accessor('VEC4', *[0, 1, 0, 0] * 3, code='B', component=5121)
    shares = accessor('VEC4', *[0.5, 0.5, 0, 0] * 3)
    binds = accessor('MAT4', 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1)

    def clip(path, output, interpolation='LINEAR'):
        return {'name': path, 'samplers': [{'input': times, 'output': output, 'interpolation': interpolation}],
                'channels': [{'sampler': 0, 'target': {'node': 0, 'path': path}}]}

    document = {
        'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0, 1, 2]}],
        'nodes': [{'name': 'a', 'mesh': 0}, {'name': 'b', 'mesh': 1, 'skin': 0},
                  {'name': 'c', 'children': [3]}, {'name': 'd', 'rotation': [0, 0, 1, 0], 'scale': [2, 2, 2]}],
        'meshes': [{'primitives': [{'attributes': {'POSITION': corners}, 'indices': triangle, 'targets': [{'POSITION': up}]}],
                    'weights': [0]},
                   {'primitives': [{'attributes': {'POSITION': corners, 'JOINTS_0': joints, 'WEIGHTS_0': shares},
                                    'indices': triangle}]}],
        'skins': [{'joints': [2, 3], 'inverseBindMatrices': binds}],
        'animations': [clip('rotation', turn), clip('translation', curve, 'CUBICSPLINE'), clip('weights', weights)],
        'accessors': accessors, 'bufferViews': views, 'buffers': [{'byteLength': len(binary)}]}
    return glb(json.dumps(document), bytes(binary))


def proof(folder, kind, readers):
    """The faults of FAULTS that these readers have, and a line for each with what it does."""
    if kind != 'glb' or 'Blender' not in readers:
        return set(), []
    path = os.path.join(folder, 'proof.glb')
    with open(path, 'wb') as file:
        file.write(proof_file())
    job = {'file': path, 'clips': [{'clip': -1, 'times': [0.0]}] + [{'clip': i, 'times': [0.25, 1.0]} for i in range(3)],
           'out': path + '.json'}
    readers['Blender']([job])
    poses = Poses(job['out'])
    if poses.error:
        return set(), ['Blender cannot run: ' + poses.error]
    first = [v for v in range(poses.count) if poses.bind(0)[v] == 1 and poses.bind(1)[v] == 0]
    moved, skinned = first  # the corner (1, 0, 0) of both meshes
    turned_by = math.degrees(math.atan2(*reversed(poses.place(poses.offsets[0, 0.25], moved)[:2])))
    curved = poses.place(poses.offsets[1, 0.25], moved)[0] - 1.0
    raised = poses.place(poses.offsets[2, 1.0], moved)[1]
    bound = poses.place(poses.offsets[-1, 0.0], skinned)[0]
    # Half of (1, 0, 0) from the first bone; from the second one, turned about Z: -1, and half of that.
    measures = {'rotations': (turned_by, 22.5, 'degrees'), 'cubic': (curved, 8 * 0.25 * 0.75 ** 2, 'along the curve'),
                'weights': (raised, 2.0, 'of a morph target'), 'bind': (bound, 0.0, 'of a vertex of two bones')}
    proven = {fault for fault, (got, want, _) in measures.items() if abs(got - want) > 1e-4}
    lines = ['%s: %.4f %s, not %.4f' % (FAULTS[fault], got, what, want)
             for fault, (got, want, what) in measures.items() if fault in proven]
    return proven, lines


if __name__ == '__main__':
    sys.exit('run.py is the program')

#!/usr/bin/env python3
"""Exports models with sinew, and has programs of other people read the files: Khronos' gltf-validator and three.js in
node, Blender, and sinew itself.

    run.py --sinew PATH [--models DIR] [--oracle DIR] [--modules DIR] [--all | --only NAME...] [--json OUT]

Without --all or --only it takes a few models. --modules: the folder of third_party/install_judges.py; $SINEW_JUDGES by default. A model passes if
  - the validator finds no errors and no warnings,
  - three.js has every vertex within 2e-5 of the oracle's expectation at the oracle's times (compare.py explains which
    count),
  - Blender has so with --keep-keys at the times that are keys: between keys it interpolates the components of
    quaternions, where glTF asks for slerp, and
  - sinew --compare has every vertex of every clip within 1e-6 of the model that was exported.
Exit: 0 all passed, 1 something failed, 2 wrong use, 77 node or its modules are missing.
"""
import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

ROUND_TRIP = 1e-6  # of the model's size

# A model of each kind, for the default run. --all, or SINEW_EXPORT=all, takes all.
QUICK = ['dae_two_skinned_cubes', 'dae_pab_walk_animonly', 'fbx_pab_arnaud+fbx_pab_walk', 'gltf_interpolation_test',
         'gltf_morph_stress', 'gltf_rigged_simple', 'x_testwuson']

# Models that single precision keeps from that, as far as they may be off, and why.
ROUNDING = {
    'b3d_minetest_character': (6e-6, 'moves 40 times its size in a second between two keys, whose times are floats'),
    'big_centipede': (2e-6, '300 bones, one below the other'),
    'big_snake': (5e-6, '150 bones, one below the other'),
    'big_tail_tube': (3e-6, '70 bones, one below the other'),
}

# What a reader does against glTF 2.0: (reader, model) and the reason.
READER_FAULTS = {}


def export(arguments, oracle, folder, ending='.glb', *options):
    sources = [os.path.join(arguments.models, oracle['file'])]
    if oracle.get('animation_file'):
        sources.append(os.path.join(arguments.models, oracle['animation_file']))
    out = os.path.join(folder, oracle['name'] + ending)
    ran = subprocess.run([arguments.sinew, *sources, '--export', out, *options], capture_output=True, text=True, timeout=120)
    return sources, out, ran


def round_trip(arguments, sources, out):
    """The largest share of the size that a vertex is off, or why there is none."""
    ran = subprocess.run([arguments.sinew, *sources, '--compare', out, '--threshold', str(ROUND_TRIP), '--json'],
                         capture_output=True, text=True, timeout=300)
    if ran.returncode not in (0, 1):
        return None, ran.stderr.strip()
    result = json.loads(ran.stdout)
    return result, ''


def turned(point, up):
    x, y, z = point
    return (x, z, -y) if up == 'Z' else (-y, x, z) if up == 'X' else (x, y, z)


def space(arguments, oracle):
    """The axis and factor from the oracle's space to glTF's, and the factors that bind positions may have."""
    info = json.loads(subprocess.run([arguments.sinew, os.path.join(arguments.models, oracle['file']), '--info',
                                      '--json'], capture_output=True, text=True).stdout)
    unit = info['metres_per_unit'] or 1.0
    if info['format'].startswith('Collada'):  # the oracle's space is assimp's, which is in meters with Y up
        return 'Y', 1.0, [1.0, unit]
    return info['up_axis'], unit, [unit]


def judge_pose(compare, oracle, clip, time, numbers, up, factor, binds):
    """The largest error of the samples that count, and the share without a vertex."""
    samples = oracle['samples']
    columns = {'mesh': [0] * (len(numbers) // 8), 's': numbers[6::8], 't': numbers[7::8]}
    for name, offset in (('x', 3), ('y', 4), ('z', 5)):
        columns[name] = numbers[offset::8]
    best = None
    for bind in binds:
        for name, offset in (('bind_x', 0), ('bind_y', 1), ('bind_z', 2)):
            columns[name] = [value / bind for value in numbers[offset::8]]
        found = compare.candidates(samples, columns, len(columns['x']))
        if best is None or sum(map(bool, found)) > sum(map(bool, best)):
            best = found
    expected = compare.expectation(time, samples, 4)
    worst, missing, count = 0.0, 0, 0
    for want, vertices in zip(expected, best):
        if want is None:
            continue
        count += 1
        if not vertices:
            missing += 1
            continue
        goal = [factor * value for value in turned(want, up)]
        error = min(math.dist((columns['x'][v], columns['y'][v], columns['z'][v]), goal) for v in vertices)
        worst = max(worst, error / (oracle['diag'] * factor))
    return worst, missing / max(1, count)


def validator_faults(told):
    if not told['errors'] and not told['warnings']:
        return []
    first = told['messages'][0] if told['messages'] else {}
    return ['validator: %d errors, %d warnings: %s %s' % (told['errors'], told['warnings'], first.get('code'),
                                                         first.get('pointer'))]


def judge(arguments, compare, oracle, result, reader, only_keys=False):
    """The faults of one reader's poses, as lines."""
    if result.get('error'):
        return ['%s: %s' % (reader, result['error'])]
    faults = []
    up, factor, binds = space(arguments, oracle)
    poses = {(pose['clip'], pose['time']): pose['vertices'] for pose in result['poses']}
    for clip in oracle['clips']:
        authored = any('pos_authored' in time for time in clip['times'])
        for time in clip['times']:
            if not compare.is_strict(clip, time, authored) or (only_keys and clip['index'] >= 0 and not time['on_key']):
                continue
            worst, missing = judge_pose(compare, oracle, clip, time, poses[clip['index'], time['t']], up, factor, binds)
            if (reader, oracle['name']) in READER_FAULTS:
                continue
            worsts = oracle.setdefault('worst', {})
            worsts[reader] = max(worsts.get(reader, 0.0), worst)
            if worst > compare.TOLERANCE:
                faults.append('%s: clip %d at %g s: %.2e off' % (reader, clip['index'], time['t'], worst))
            if missing > compare.MISSING_SHARE:
                faults.append('%s: clip %d: %.1f %% of the samples have no vertex' % (reader, clip['index'],
                                                                                   100 * missing))
    return faults


def blender_faults(arguments, compare, oracle, folder):
    _, out, ran = export(arguments, oracle, folder, '.keys.glb', '--keep-keys')
    if ran.returncode:
        return ['sinew --keep-keys: ' + ran.stderr.strip()]
    wanted = [{'clip': clip['index'], 'times': [time['t'] for time in clip['times']]} for clip in oracle['clips']]
    listed = os.path.join(folder, 'blender.json')
    with open(listed, 'w') as file:
        json.dump([{'file': out, 'clips': wanted, 'out': out + '.json'}], file)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'blender_pose.py')
    subprocess.run([arguments.blender, '-b', '--factory-startup', '-P', script, '--', listed],
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
    if not os.path.exists(out + '.json'):
        return ['blender: ended without a result']
    with open(out + '.json') as file:
        return judge(arguments, compare, oracle, json.load(file), 'blender', True)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    shared = os.path.normpath(os.path.join(here, '../../../../shared'))
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--sinew', required=True)
    parser.add_argument('--models', default=os.path.join(shared, 'models'))
    parser.add_argument('--oracle', default=os.path.join(shared, 'oracle'))
    parser.add_argument('--modules', default=os.environ.get('SINEW_JUDGES', ''))
    parser.add_argument('--blender', default=os.environ.get('SINEW_EXPORT_BLENDER', ''))
    parser.add_argument('--all', action='store_true', default=os.environ.get('SINEW_EXPORT') == 'all')
    parser.add_argument('--only', nargs='+', metavar='NAME')
    parser.add_argument('--json', metavar='OUT')
    arguments = parser.parse_args()
    if not os.path.exists(os.path.join(arguments.oracle, 'compare.py')):
        print('skipped: no oracle in', arguments.oracle)
        return 77
    judges = all(os.path.isdir(os.path.join(arguments.modules, 'node_modules', name))
                 for name in ('three', 'gltf-validator')) and shutil.which('node')
    if not judges:
        print('skipped: three.js and gltf-validator; --modules DIR, from third_party/install_judges.py DIR')
    if not arguments.blender:
        print('skipped: Blender; --blender PROGRAM')
    sys.path.insert(0, arguments.oracle)
    import compare
    names = sorted(name[:-5] for name in os.listdir(arguments.oracle) if name.endswith('.json'))
    wanted = arguments.only or (names if arguments.all else QUICK)
    names = [name for name in names if name in wanted]
    failed, within, clips, figures = 0, 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        models = []
        for name in names:
            with open(os.path.join(arguments.oracle, name + '.json'), encoding='utf-8') as file:
                oracle = json.load(file)
            oracle['name'] = name
            oracle.setdefault('clips', [])
            oracle.setdefault('samples', [])
            oracle.setdefault('worst', {})
            sources, out, ran = export(arguments, oracle, folder)
            if ran.returncode == 3 and 'no_expectation' in oracle:
                continue
            if ran.returncode:
                print('%s: FAIL: %s' % (name, ran.stderr.strip().splitlines()[-1]))
                failed += 1
                continue
            models.append((oracle, sources, out))
        jobs = []
        for oracle, _, out in models:
            wanted = [{'clip': clip['index'], 'times': [time['t'] for time in clip['times']]}
                      for clip in oracle.get('clips', [])]
            jobs.append({'file': out, 'clips': wanted, 'out': out[:-4] + '.json'})
        if judges:
            for start in range(0, len(jobs), 8):
                listed = os.path.join(folder, 'jobs.json')
                with open(listed, 'w') as file:
                    json.dump(jobs[start:start + 8], file)
                subprocess.run(['node', os.path.join(here, 'judge.mjs'), listed], check=True,
                               env={**os.environ, 'SINEW_NODE_MODULES': os.path.abspath(arguments.modules)})
        for (oracle, sources, out), job in zip(models, jobs):
            faults = []
            if judges:
                with open(job['out']) as file:
                    result = json.load(file)
                faults += validator_faults(result['validator']) if 'validator' in result else []
                faults += judge(arguments, compare, oracle, result, 'three.js')
            if arguments.blender:
                faults += blender_faults(arguments, compare, oracle, folder)
            compared, reason = round_trip(arguments, sources, out)
            largest = 0.0
            if compared:
                largest = compared['largest_share']
                clips += len(compared['clips'])
                within += sum(clip['largest_share'] <= ROUND_TRIP for clip in compared['clips'])
                if compared['missing_clips']:
                    faults.append('clips missing: %s' % compared['missing_clips'])
                if largest > ROUNDING.get(oracle['name'], (ROUND_TRIP, ''))[0]:
                    faults.append('sinew: %.2e off in %d of %d clips' % (largest, sum(
                        clip['largest_share'] > ROUND_TRIP for clip in compared['clips']), len(compared['clips'])))
            elif 'no mesh' not in reason:
                faults.append('sinew: ' + reason)
            failed += bool(faults)
            figures.append({'model': oracle['name'], 'readers': oracle['worst'], 'sinew': largest,
                            'bytes': os.path.getsize(out), 'faults': faults})
            shown = ''.join('  %s %.1e' % reader for reader in oracle['worst'].items())
            print('%-48s sinew %.1e%s  %s' % (oracle['name'], largest, shown, '; '.join(faults[:3]) or 'passed'),
                  flush=True)
    print('%d models, %d failed; %d of %d clips within %g after the round trip' % (len(figures), failed, within, clips,
                                                                                 ROUND_TRIP))
    if arguments.json:
        with open(arguments.json, 'w') as file:
            json.dump(figures, file, indent=1)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())

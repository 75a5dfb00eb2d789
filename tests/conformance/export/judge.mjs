// usage: node judge.mjs JOBS.json, in a folder with three and gltf-validator installed, or with NODE_PATH set by run.py
// Each job: {file, clips: [{clip, times}], out}. Writes what the Khronos validator says of a .glb, and where three.js
// puts every vertex at the times of each clip (clip -1: without a clip): out.bin has, as doubles, position, u and v of
// each vertex of the file, and then for each pose the place of each vertex.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const modules = process.env.SINEW_NODE_MODULES;
const require = createRequire(path.join(modules, 'package.json'));
const load = (name) => import(pathToFileURL(path.join(modules, 'node_modules', name)).href);

// three.js loads textures with a browser's objects; poses need none.
globalThis.self = globalThis;
globalThis.ProgressEvent = class {};
const THREE = await load('three/build/three.module.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { ColladaLoader } = await load('three/examples/jsm/loaders/ColladaLoader.js');
const { FBXLoader } = await load('three/examples/jsm/loaders/FBXLoader.js');
const { MeshoptDecoder } = await load('three/examples/jsm/libs/meshopt_decoder.module.js');
const validator = require('gltf-validator');
globalThis.document = { createElementNS: () => ({ addEventListener() {}, removeEventListener() {} }) };
globalThis.DOMParser = require('@xmldom/xmldom').DOMParser;

async function validate(file) {
  const folder = path.dirname(file);
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: path.basename(file),
    maxIssues: 100,
    externalResourceFunction: async (uri) =>
      new Uint8Array(fs.readFileSync(path.join(folder, decodeURIComponent(uri)))),
  });
  const { numErrors, numWarnings, messages } = report.issues;
  return { errors: numErrors, warnings: numWarnings, messages: messages.filter((m) => m.severity < 2) };
}

function read(file) {
  const data = fs.readFileSync(file);
  const bytes = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  if (file.endsWith('.dae')) return new ColladaLoader().parse(data.toString(), '');
  if (file.endsWith('.fbx')) {
    const scene = new FBXLoader().parse(bytes, '');
    return { scene, animations: scene.animations };
  }
  const loader = new GLTFLoader();
  loader.setMeshoptDecoder(MeshoptDecoder);
  loader.register(() => ({ name: 'no-textures', loadTexture: () => Promise.resolve(new THREE.Texture()) }));
  return new Promise((resolve, reject) => loader.parse(bytes, '', resolve, reject));
}

function meshesOf(gltf) {
  const meshes = [];
  gltf.scene.traverse((object) => object.isMesh && meshes.push(object));
  return meshes;
}

/** x, y, z, u, v of every vertex in the file, flat. */
function vertices(gltf) {
  const numbers = [];
  for (const { geometry } of meshesOf(gltf)) {
    const { position, uv } = geometry.attributes;
    for (let i = 0; i < position.count; ++i)
      numbers.push(position.getX(i), position.getY(i), position.getZ(i), uv ? uv.getX(i) : 0, uv ? uv.getY(i) : 0);
  }
  return numbers;
}

/** x, y, z of every vertex in the world, flat. */
function pose(gltf, clip, time) {
  const mixer = new THREE.AnimationMixer(gltf.scene);
  if (clip >= 0) {
    const action = mixer.clipAction(gltf.animations[clip]);
    action.setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
  }
  gltf.scene.updateMatrixWorld(true);
  const numbers = [];
  const point = new THREE.Vector3();
  for (const object of meshesOf(gltf)) {
    if (object.isSkinnedMesh) object.skeleton.update();
    for (let i = 0; i < object.geometry.attributes.position.count; ++i) {
      object.getVertexPosition(i, point).applyMatrix4(object.matrixWorld);
      numbers.push(point.x, point.y, point.z);
    }
  }
  mixer.stopAllAction();
  return numbers;
}

for (const job of JSON.parse(fs.readFileSync(process.argv[2]))) {
  const result = { poses: [] };
  try {
    if (job.file.endsWith('.glb')) result.validator = await validate(job.file);
    const gltf = await read(job.file);
    const bind = vertices(gltf);
    result.vertices = bind.length / 5;
    const rows = [bind];
    for (const { clip, times } of job.clips)
      for (const time of times) {
        result.poses.push({ clip, time });
        rows.push(pose(gltf, clip, time));
      }
    fs.writeFileSync(`${job.out}.bin`, Buffer.concat(rows.map((row) => Buffer.from(Float64Array.from(row).buffer))));
  } catch (error) {
    result.error = String(error?.message ?? error).slice(0, 300);
  }
  fs.writeFileSync(job.out, JSON.stringify(result));
}

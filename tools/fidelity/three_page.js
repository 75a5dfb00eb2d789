// Draws a model with three.js as `sinew --look fidelity` does: lit by the environment alone, in the rest pose, on nothing.

import * as THREE from 'three';
import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';
import {HDRLoader} from 'three/addons/loaders/HDRLoader.js';

const tones = {neutral: THREE.NeutralToneMapping, aces: THREE.ACESFilmicToneMapping, none: THREE.LinearToneMapping};

const renderer = new THREE.WebGLRenderer({antialias: true, alpha: true, preserveDrawingBuffer: true});
renderer.setClearColor(0, 0);
document.body.append(renderer.domElement);

const picture = await new HDRLoader().loadAsync('/environment.hdr');
picture.mapping = THREE.EquirectangularReflectionMapping;
const environment = new THREE.PMREMGenerator(renderer).fromEquirectangular(picture).texture;

// task: model (URL), eye and target ([x, y, z]), fov (vertical, degrees), size ([width, height]), exposure (factor), tone (a name of
// `tones`). The result is a PNG as a data URL.
window.draw = async task => {
  const [width, height] = task.size;
  renderer.setSize(width, height);
  renderer.toneMapping = tones[task.tone];
  renderer.toneMappingExposure = task.exposure;

  const {scene: model} = await new GLTFLoader().loadAsync(task.model);
  const scene = new THREE.Scene();
  scene.add(model);
  scene.environment = environment;
  scene.updateMatrixWorld(true);
  model.traverse(node => node.frustumCulled = false); // three.js has no bounds for what is skinned

  const camera = new THREE.PerspectiveCamera(task.fov, width / height);
  camera.position.fromArray(task.eye);
  camera.lookAt(new THREE.Vector3().fromArray(task.target));
  const ball = new THREE.Box3().setFromObject(model, true).getBoundingSphere(new THREE.Sphere());
  const distance = camera.position.distanceTo(ball.center);
  camera.far = distance + 1.01 * ball.radius;
  camera.near = Math.max(distance - 1.01 * ball.radius, 0.002 * camera.far);
  camera.updateProjectionMatrix();

  renderer.render(scene, camera);
  const url = renderer.domElement.toDataURL('image/png');
  model.traverse(node => {
    node.geometry?.dispose();
    for (const material of [node.material ?? []].flat()) {
      for (const value of Object.values(material)) if (value?.isTexture) value.dispose();
      material.dispose();
    }
  });
  return url;
};

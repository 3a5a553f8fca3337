// The crate under the pointer is red, and named below the picture.
// This program is whole: it runs on a page of yours as it is.
import * as THREE from 'three';
import { SceneIndex } from 'slabtree/three';

const canvas = document.querySelector('canvas');
const renderer = new THREE.WebGLRenderer({ canvas, alpha: true });
renderer.setSize(innerWidth, innerHeight, false);
const camera = new THREE.PerspectiveCamera(45, innerWidth / innerHeight);
camera.position.set(0, 10, 15);
camera.lookAt(0, 0, 1);
camera.updateMatrixWorld();

const scene = new THREE.Scene();
scene.add(new THREE.HemisphereLight(0xffffff, 0x667788, 3));
const geometry = new THREE.BoxGeometry(0.8, 0.8, 0.8);
for (let i = 0; i < 400; i++) {
  const material = new THREE.MeshLambertMaterial({ color: 'cornflowerblue' });
  const crate = new THREE.Mesh(geometry, material);
  crate.name = `crate ${i}`;
  crate.position.set((i % 20) - 9.5, 0, Math.floor(i / 20) - 9.5);
  scene.add(crate);
}

const index = SceneIndex.from(scene);
let picked = null;

function pick(event) {
  const hit = index.pick(event, camera, canvas);
  picked?.material.color.set('cornflowerblue');
  picked = hit?.object ?? null;
  picked?.material.color.set('red');
  console.log(picked?.name ?? 'nothing');
}
pick({ clientX: 0.4 * innerWidth, clientY: 0.6 * innerHeight });
canvas.addEventListener('pointermove', pick);

renderer.setAnimationLoop(() => {
  index.update(); // finds objects that were moved, added or removed
  renderer.render(scene, camera);
});

// Move the pointer over the crates: the one under it is named below. This program is whole, so it runs in your page as well.
import { BoxGeometry, DirectionalLight, HemisphereLight, Mesh, MeshStandardMaterial } from 'three';
import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { SceneIndex } from 'slabtree/three';

const canvas = document.querySelector('canvas');
const renderer = new WebGLRenderer({ canvas, antialias: true });
renderer.setSize(innerWidth, innerHeight, false);
const camera = new PerspectiveCamera(45, innerWidth / innerHeight, 0.1, 100);
camera.position.set(0, 9, 14);
camera.lookAt(0, 0, 0);

const scene = new Scene().add(new HemisphereLight(0xffffff, 0x556677, 2), new DirectionalLight(0xffffff, 2));
const geometry = new BoxGeometry(0.8, 0.8, 0.8);
for (let i = 0; i < 400; i++) {
  const crate = new Mesh(geometry, new MeshStandardMaterial({ color: 0x6f8fc7 }));
  crate.name = `crate ${i}`;
  crate.position.set((i % 20) - 9.5, 0, Math.floor(i / 20) - 9.5);
  scene.add(crate);
}

const index = SceneIndex.from(scene);
let picked = null;

function pick(event) {
  const hit = index.pick(event, camera, canvas);
  if (hit?.object === picked) return;
  picked?.material.color.set(0x6f8fc7);
  picked = hit?.object ?? null;
  picked?.material.color.set(0xd92626);
  console.log(picked?.name ?? 'nothing');
}
pick({ clientX: innerWidth / 2, clientY: innerHeight / 2 });
canvas.addEventListener('pointermove', pick);

renderer.setAnimationLoop(() => {
  index.update(); // finds objects that were moved, added or removed
  renderer.render(scene, camera);
});

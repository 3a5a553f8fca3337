// A picture without WebGL: one call casts a ray through each pixel.
import { TorusKnotGeometry } from 'three';
import { BoxScene } from 'slabtree';

const [WIDTH, HEIGHT] = [320, 240];
const canvas = document.querySelector('canvas');
Object.assign(canvas, { width: WIDTH, height: HEIGHT });
canvas.style.objectFit = 'contain';
const context = canvas.getContext('2d');
const image = context.createImageData(WIDTH, HEIGHT);

const { attributes, index } = new TorusKnotGeometry(1, 0.35, 200, 32);
const scene = new BoxScene();
const mesh = scene.addMesh(attributes.position.array, index.array);
const knot = scene.addInstance(mesh);
scene.addAabb({ min: { x: -9, y: -2, z: -9 }, max: { x: 9, y: -1.7, z: 9 } });

// An origin and a direction for each pixel.
const rays = new Float32Array(6 * WIDTH * HEIGHT);
for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
  const x = ((pixel % WIDTH) - WIDTH / 2) / HEIGHT;
  const y = 0.4 - Math.floor(pixel / WIDTH) / HEIGHT;
  rays.set([0, 0, 5, x, y, -1], 6 * pixel);
}

function draw(now) {
  const [c, s] = [Math.cos(now / 2000), Math.sin(now / 2000)];
  scene.setMatrix(knot, [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1]);

  const { ids, ts } = scene.raycastMany(rays);

  ids.forEach((id, i) => {
    const color = id === knot ? [255, 120, 60] : [90, 140, 220];
    const light = id < 0 ? 0 : 1 - (ts[i] - 3) / (id === knot ? 3.5 : 11);
    image.data.set([...color.map((part) => part * light), 255], 4 * i);
  });
  context.putImageData(image, 0, 0);
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);
console.log(`${WIDTH * HEIGHT} rays a frame at`, scene);

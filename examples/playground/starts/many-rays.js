// A picture made of rays alone, with no WebGL: one call casts a ray through each pixel.
import { TorusKnotGeometry } from 'three';
import { BoxScene } from 'slabtree';

const [WIDTH, HEIGHT] = [320, 240];
const canvas = document.querySelector('canvas');
canvas.width = WIDTH;
canvas.height = HEIGHT;
canvas.style.objectFit = 'contain';
const context = canvas.getContext('2d');

const { attributes, index } = new TorusKnotGeometry(1, 0.35, 200, 32);
const scene = new BoxScene();
const knot = scene.addInstance(scene.addMesh(attributes.position.array, index.array));
scene.addAabb({ min: { x: -9, y: -1.8, z: -9 }, max: { x: 9, y: -1.7, z: 9 } });

const rays = new Float32Array(6 * WIDTH * HEIGHT); // an origin and a direction for each pixel
for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
  const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
  rays.set([0, 0, 5, (x - WIDTH / 2) / HEIGHT, (HEIGHT / 2 - y) / HEIGHT - 0.1, -1], 6 * pixel);
}

const image = context.createImageData(WIDTH, HEIGHT);
function draw(now) {
  const [c, s] = [Math.cos(now / 2000), Math.sin(now / 2000)];
  scene.setMatrix(knot, [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1]);

  const { ids, ts } = scene.raycastMany(rays);

  ids.forEach((id, pixel) => {
    const near = id < 0 ? 0 : Math.max(0, 1 - (ts[pixel] - 3) / (id === knot ? 3.5 : 9));
    const [red, green, blue] = id === knot ? [255, 120, 60] : [90, 140, 220];
    image.data.set([red * near + 18, green * near + 22, blue * near + 28, 255], 4 * pixel);
  });
  context.putImageData(image, 0, 0);
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);
console.log(`${(WIDTH * HEIGHT).toLocaleString('en')} rays a frame at`, scene);

// Draws docs/cities.png, the cities of Europe from orbit, ray by ray with slabtree: npm run picture

import { mkdirSync, writeFileSync } from 'node:fs';
import { BoxScene, rayPointAt, screenRay, type Ray } from 'slabtree';
import { cities } from '../world/cities';
import { cityBox } from '../world/cityBox';
import { europeCamera } from '../world/europeCamera';
import { passingHeight, raycastGlobe, upAt } from '../world/globe';
import { encodePng } from './png';
import { boxColor, type Color, groundColor, skyColor } from './shading';
import { dot, unit } from '../world/vectors';

const FILE = 'docs/cities.png';
const WIDTH = 1200;
const HEIGHT = 600;
/** A pixel has so many rays across, and as many down. Their mean smooths the edges. */
const SAMPLES = 3;
const SUN = unit({ x: 0.2, y: -0.75, z: 0.75 });

const start = performance.now();
const scene = new BoxScene();
for (const city of cities) scene.addObb(cityBox(city));

const threeCamera = europeCamera(WIDTH, HEIGHT);
const camera = { view: threeCamera.matrixWorldInverse, projection: threeCamera.projectionMatrix };

const picture = new Uint8Array(3 * WIDTH * HEIGHT);
for (let y = 0; y < HEIGHT; y++) {
  const sums = new Float64Array(3 * WIDTH);
  for (let sample = 0; sample < SAMPLES; sample++) addLine(sums, y + (sample + 0.5) / SAMPLES);
  picture.set(sums.map(toByte), 3 * WIDTH * y);
}
mkdirSync('docs', { recursive: true });
writeFileSync(FILE, encodePng(WIDTH, HEIGHT, picture));

const rays = WIDTH * HEIGHT * SAMPLES ** 2;
console.log(`${FILE}: ${rays.toLocaleString('en')} rays, ${((performance.now() - start) / 1000).toFixed(1)} s`);

/** Casts the rays of one line of samples, and adds their colors to the sums of their pixels. */
function addLine(sums: Float64Array, y: number): void {
  const rays = Array.from({ length: WIDTH * SAMPLES }, (_, i) =>
    screenRay({ x: (i + 0.5) / SAMPLES, y, width: WIDTH, height: HEIGHT }, camera),
  );
  const numbers = rays.flatMap(({ origin: o, direction: d }) => [o.x, o.y, o.z, d.x, d.y, d.z]);
  const { ids, ts } = scene.raycastMany(new Float64Array(numbers));
  rays.forEach((ray, i) => {
    const color = colorAlong(ray, ids[i], ts[i]);
    const pixel = 3 * Math.floor(i / SAMPLES);
    for (let k = 0; k < 3; k++) sums[pixel + k] += color[k];
  });
}

/** The color that a ray sees, given the first box along it: of that box, of the globe in front of it, or of the sky. */
function colorAlong(ray: Ray, id: number, t: number): Color {
  const tGround = raycastGlobe(ray);
  if (tGround < t) {
    const point = rayPointAt(ray, tGround);
    const up = upAt(point);
    return groundColor(lightOn({ origin: point, direction: SUN }, dot(up, SUN)), -dot(up, ray.direction));
  }
  const hit = id < 0 ? null : scene.raycast(ray);
  if (hit === null) return skyColor(passingHeight(ray));
  return boxColor(cities[id].population, lightOn({ origin: hit.point, direction: SUN }, dot(hit.normal, SUN)));
}

/** How much light falls on a face, given the ray from it to the sun. Any box that this ray hits throws a shadow. */
function lightOn(toSun: Ray, facing: number): number {
  if (facing <= 0) return 0;
  // The ray begins after a metre, so that a box does not shade its own face.
  return scene.raycastAny(toSun, { tMin: 1 }) ? 0.25 * facing : facing;
}

/** The mean of the samples of a pixel, with the gamma of sRGB, for a screen. */
function toByte(sum: number): number {
  return Math.round(255 * Math.min(sum / SAMPLES ** 2, 1) ** (1 / 2.2));
}

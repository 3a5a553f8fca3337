import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** A file of the package as npm packs it. */
const built = (name: string) => fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url));

const addons = [
  'controls/OrbitControls.js',
  'controls/TransformControls.js',
  'environments/RoomEnvironment.js',
  'geometries/ConvexGeometry.js',
  'geometries/RoundedBoxGeometry.js',
  'geometries/TeapotGeometry.js',
  'math/ImprovedNoise.js',
  'math/MeshSurfaceSampler.js',
  'math/SimplexNoise.js',
  'utils/BufferGeometryUtils.js',
].map((addon) => `three/addons/${addon}`);

/** What code in the playground can import, and the file of each. */
export const files: Readonly<Record<string, string>> = {
  slabtree: built('index.js'),
  'slabtree/three': built('three.js'),
  'slabtree/workers': built('workers.js'),
  'slabtree/character': built('character.js'),
  'slabtree/tiles': built('tiles.js'),
  // The script of the threads. The core starts it by this name.
  'slabtree/worker': built('worker.js'),
  // The package's own entry point for `require` is CommonJS.
  three: fileURLToPath(import.meta.resolve('three')),
  ...Object.fromEntries(addons.map((addon) => [addon, require.resolve(addon)])),
  playground: fileURLToPath(new URL('../frame/stage.ts', import.meta.url)),
};

import '@babylonjs/core/Meshes/instancedMesh.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, type Color4 } from '@babylonjs/core/Maths/math.color.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { seededRandom } from '../site/seededRandom';

/** The radius of the island, however many columns it has. */
export const RADIUS = 50;
const HIGHEST = 20;

/**
 * Adds an island of stone columns with six sides, each an instance of its own: "column 1" is in the middle. Returns the mesh
 * of the instances.
 */
export function addColumns(scene: Scene, count: number): Mesh {
  const random = seededRandom(5);
  const column = addColumn('columns', scene);
  column.isVisible = false;
  const stone = new StandardMaterial('stone', scene);
  stone.specularColor = Color3.Black();
  wear(column, stone);
  column.registerInstancedBuffer('color', 4);
  const width = RADIUS * Math.sqrt((2 * Math.PI) / (Math.sqrt(3) * count));
  placesFromTheMiddle(count).forEach(({ x, z }, i) => {
    const height = heightAt(x * width, z * width) + random();
    const instance = column.createInstance(`column ${(i + 1).toLocaleString('en')}`);
    instance.position.set(x * width, height / 2, z * width);
    // A gap of a tenth shows the sides.
    instance.scaling.set(0.9 * width, height, 0.9 * width);
    instance.freezeWorldMatrix();
    instance.instancedBuffers['color'] = stoneColor(height, random());
  });
  return column;
}

/** Adds a column of width 1 and height 1. */
export function addColumn(name: string, scene: Scene): Mesh {
  const column = CreateCylinder(name, { tessellation: 6, height: 1, diameter: 2 / Math.sqrt(3) }, scene);
  column.convertToFlatShadedMesh();
  return column;
}

/** Gives a material to a mesh. */
export function wear(mesh: AbstractMesh, material: StandardMaterial): void {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- it is a Material, by a mixin
  mesh.material = material;
}

/** The middles of hexagons of width 1, the nearest to the middle first. */
function placesFromTheMiddle(count: number): { readonly x: number; readonly z: number }[] {
  const reach = Math.ceil(Math.sqrt(count));
  const places = [];
  for (let row = -reach; row <= reach; row++) {
    for (let i = -reach; i <= reach; i++) places.push({ x: i + (row & 1) / 2, z: (row * Math.sqrt(3)) / 2 });
  }
  places.sort((a, b) => a.x * a.x + a.z * a.z - (b.x * b.x + b.z * b.z));
  return places.slice(0, count);
}

/** Hills that end in the sea. */
function heightAt(x: number, z: number): number {
  const shore = 1 - (x * x + z * z) / (RADIUS * RADIUS);
  const hills = 0.5 + 0.25 * Math.sin(0.11 * x + 1) + 0.25 * Math.cos(0.13 * z - 0.05 * x);
  return 0.5 + HIGHEST * hills * Math.sqrt(Math.max(shore, 0));
}

/** From moss at the shore to light stone on the hills. */
function stoneColor(height: number, shade: number): Color4 {
  const high = Math.min(height / HIGHEST, 1);
  return Color3.FromHSV(140 + 70 * high, 0.45 - 0.35 * high, 0.45 + 0.4 * high + 0.2 * shade).toColor4();
}

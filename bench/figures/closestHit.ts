import { microseconds, timesAsFast } from './words';
import type { Measured, Reading, Templates } from './measured';
import { cell, labelOf, table } from './tables';

const OWN = 'slabtree raycastMany';
const RAPIER = 'rapier3d-simd';
const MESH_BVH = 'three-mesh-bvh';
const columns = ['incoherent, Mray/s', 'coherent, Mray/s'];
const meshes = ['terrain', 'knot', 'soup', 'slivers'];

/** The closest hit along rays, among boxes and meshes. A cell has incoherent rays, then coherent rays. */
export const closestHit: Templates = {
  'closest-hit': (measured) =>
    ratesOf(
      boxes(measured, 100_000),
      ['uniform', 'city', 'oriented'],
      [OWN, 'slabtree raycast', RAPIER, MESH_BVH, 'three, loop'],
    ),
  'closest-hit-100000': (measured) => allRates(boxes(measured, 100_000), ['uniform', 'city', 'oriented']),
  'closest-hit-1000000': (measured) => allRates(boxes(measured, 1_000_000), ['uniform', 'city', 'oriented']),
  'closest-hit-time': (measured) =>
    microseconds(...boxes(measured, 100_000).flatMap((each) => columns.map((column) => 1 / each.median(OWN, column)))),
  'closest-hit-lead-rapier': (measured) => timesAsFast(...leads(boxes(measured, 100_000), RAPIER)),
  'closest-hit-lead-three-mesh-bvh': (measured) => timesAsFast(...leads(boxes(measured, 100_000), MESH_BVH)),
  'closest-hit-lead-js': (measured) => timesAsFast(...leads(boxes(measured, 100_000), 'slabtree raycastMany, js')),
  'closest-hit-meshes': (measured) => allRates([...inMeshes(measured), forest(measured)], [...meshes, 'forest']),
  'closest-hit-meshes-lead-rapier': (measured) => timesAsFast(...leads(inMeshes(measured), RAPIER)),
  'closest-hit-meshes-lead-three-mesh-bvh': (measured) =>
    timesAsFast(...leads(inMeshes(measured), 'three-mesh-bvh, SAH')),
  'closest-hit-forest-lead': (measured) =>
    timesAsFast(...leads([forest(measured)], 'three-mesh-bvh ObjectBVH, InstancedMesh')),
};

function boxes({ here }: Measured, count: number): Reading[] {
  return ['uniform', 'city', 'obb'].map((scene) => here(`closest ${scene} ${count}`));
}

function inMeshes({ here }: Measured): Reading[] {
  return meshes.map((mesh) => here(`triangles closest ${mesh}`));
}

function forest({ here }: Measured): Reading {
  return here('triangles closest forest');
}

function leads(readings: readonly Reading[], over: string): number[] {
  return readings.flatMap((each) => columns.map((column) => each.lead(OWN, over, column)));
}

function allRates(readings: readonly Reading[], header: readonly string[]): string {
  const contenders = new Set(readings.flatMap(({ stored }) => stored.rows.map((row) => row.contender)));
  return ratesOf(readings, header, [...contenders]);
}

function ratesOf(readings: readonly Reading[], header: readonly string[], contenders: readonly string[]): string {
  const body = contenders.map((contender) => [
    labelOf(contender),
    ...readings.map((each) => cell(...columns.map((column) => each.find(contender, column)))),
  ]);
  return table([['Mray/s', ...header], ...body], ...readings);
}

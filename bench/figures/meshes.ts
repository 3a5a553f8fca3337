import { range, timesAsFast } from './words';
import type { Templates } from './measured';
import { sideBySide, table, cell, allOf } from './tables';

const kinds = ['terrain', 'knot', 'soup', 'slivers'];
const SAH = 'three-mesh-bvh, SAH';

/** Builds, refits and closest points of meshes. Their closest hits are in closestHit.ts. */
export const meshes: Templates = {
  'mesh-build': ({ here }) =>
    sideBySide(
      ['', ...['terrain', 'soup'].flatMap((kind) => [`${kind}, ms`, 'CPU ms', 'bytes a triangle'])],
      [here('triangles build terrain'), here('triangles build soup')],
    ),
  'mesh-build-lead-sah': ({ here }) =>
    timesAsFast(
      ...['terrain', 'soup'].map((kind) => here(`triangles build ${kind}`).lead('slabtree', SAH, 'build, CPU ms')),
    ),
  'mesh-build-beside-default': ({ here }) =>
    range(
      ['terrain', 'soup'].map((kind) =>
        here(`triangles build ${kind}`).lead('three-mesh-bvh', 'slabtree', 'build, CPU ms'),
      ),
    ),
  'forest-build': ({ here }) => allOf(here('triangles build forest')),
  'mesh-refit': ({ here }) =>
    sideBySide(['', 'terrain, ms', 'soup, ms'], [here('triangles refit terrain'), here('triangles refit soup')]),
  'mesh-nearest': ({ here }) => {
    const readings = kinds.map((kind) => here(`triangles nearest ${kind}`));
    return sideBySide(['µs a point', ...kinds], readings);
  },
  'mesh-nearest-lead-three-mesh-bvh': ({ here }) =>
    timesAsFast(...kinds.map((kind) => here(`triangles nearest ${kind}`).lead('slabtree', SAH, 'us a point'))),
  'mesh-distance': ({ here }) => allOf(here('triangles distance')),
  'mesh-distance-time': ({ here }) =>
    `${range(['apart, ms', 'crossing, ms'].map((column) => here('triangles distance').median('slabtree', column)))} ms`,
  'mesh-distance-lead-three-mesh-bvh': ({ here }) =>
    timesAsFast(
      ...['apart, ms', 'crossing, ms'].map((column) => here('triangles distance').lead('slabtree', SAH, column)),
    ),
  'babylon-pick': ({ here }) => {
    const pick = here('babylon pick');
    const row = (label: string, own: string, other: string) => [
      label,
      cell(pick.median(own, 'us a pick') / 1000),
      cell(pick.median(other, 'us a pick') / 1000),
      `${cell(pick.lead(own, other, 'us a pick'))}×`,
    ];
    return table(
      [
        ['ms a pick among 20,000 meshes', 'slabtree', 'Babylon.js', 'ratio'],
        row('`pick`, the pointer', 'slabtree pick', 'Babylon.js scene.pick'),
        row('`pickWithRay`, the same rays', 'slabtree pickWithRay', 'Babylon.js scene.pickWithRay'),
      ],
      pick,
    );
  },
};

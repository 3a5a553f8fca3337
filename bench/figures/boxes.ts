import { milliseconds, range, timesAsFast } from './words';
import type { Measured, Templates } from './measured';
import { allOf, cell, sideBySide, table } from './tables';

/** In the order of the tables: what happens in a frame, and the job that measures it. */
const motions = {
  'a tenth takes small steps': 'small steps',
  'a tenth takes long steps': 'long steps',
  'all take small steps': 'all moving',
  '1% come and go': 'come and go',
  'a tenth flies straight on, slowly': 'straight on, slow',
  'the same, fast': 'straight on, fast',
  'the same, very fast': 'straight on, very fast',
  'another tenth in each frame': 'straight on, by turns',
  'all fly straight on, slowly': 'all straight on',
  'all fly in flocks': 'flocks',
  'a tenth gathers and scatters': 'gather and scatter',
  'a fifth drives along roads': 'traffic',
};
const OWN = 'slabtree';

/** Planes, frustums, builds, moves, overlaps, nearest boxes and pairs. */
export const boxes: Templates = {
  'split-cull': ({ here }) => {
    const [split, cull] = [here('split'), here('cull')];
    return table(
      [
        ['ms, among 1,000,000 boxes', 'split', 'cull'],
        ...[
          ['**slabtree**, the sizes of the sets', 'slabtree split, sizes', 'slabtree cull, sizes'],
          ['**slabtree**, the sets as arrays', 'slabtree split, arrays', 'slabtree cull, arrays'],
          ['**slabtree**, the sizes, js', 'slabtree split, sizes, js', 'slabtree cull, sizes, js'],
          ['bvh.js', '', 'bvh.js frustumCulling'],
          ['typed-array loop', 'typed-array loop, id lists', ''],
          ['three.js, loop', 'three Box3.intersectsPlane loop', 'three Frustum.intersectsBox loop'],
        ].map(([label, splits, culls]) => [
          label,
          cell(split.find(splits, 'ms a plane')),
          cell(cull.find(culls, 'ms a frustum')),
        ]),
      ],
      split,
      cull,
    );
  },
  build: ({ here }) =>
    sideBySide(
      ['', ...['100,000', '1,000,000'].flatMap((count) => [`${count} boxes, ms`, 'CPU ms', 'bytes a box'])],
      [here('build 100000'), here('build 1000000')],
    ),
  'build-time': ({ here }) => milliseconds(here('build 100000').median(OWN, 'build, ms')),
  'build-lead-three-mesh-bvh': ({ here }) =>
    timesAsFast(
      ...['build 100000', 'build 1000000'].map((job) => here(job).lead(OWN, 'three-mesh-bvh, SAH', 'build, CPU ms')),
    ),

  moves: (measured) =>
    movesBy(measured, 'us a move', {
      '**slabtree**': [OWN],
      '**slabtree**, js': ['slabtree, js'],
      // Its own tree becomes so bad by long steps that removing and adding boxes is cheaper.
      Rapier: ['rapier3d-simd, removed and added', 'rapier3d-simd'],
      'bvh.js': ['bvh.js'],
      'three-mesh-bvh': ['three-mesh-bvh, refit'],
    }),
  'casts-after-moves': (measured) =>
    movesBy(measured, 'casts then, Mray/s', {
      '**slabtree**': [OWN],
      '**slabtree**, js': ['slabtree, js'],
      Rapier: ['rapier3d-simd, removed and added', 'rapier3d-simd'],
      'bvh.js': ['bvh.js'],
      'three-mesh-bvh': ['three-mesh-bvh, refit'],
    }),
  'bvh-js-margins': ({ here }) => {
    const moving = here('moving small steps');
    const contenders = [OWN, 'bvh.js', 'bvh.js, margin of a step', 'bvh.js, margin of three steps'];
    return table(
      [
        ['', 'µs a move', 'casts then, Mray/s'],
        ...contenders.map((name) => [
          name === OWN ? '**slabtree**' : name,
          cell(moving.find(name, 'us a move')),
          cell(moving.find(name, 'casts then, Mray/s')),
        ]),
      ],
      moving,
    );
  },
  'frames-of-moves': ({ here }) => {
    const readings = Object.entries(motions).map(([label, name]) => ({ label, reading: here(`moving ${name}`) }));
    const columns = ['ms a frame', '99 of 100 frames, ms', 'slowest frame, ms', 'casts / new tree'];
    return table(
      [
        [
          'of 100,000 axis-aligned boxes',
          'median frame, ms',
          '99 of 100 frames, at most, ms',
          'slowest frame, ms',
          'rays, beside a new tree',
        ],
        ...readings.map(({ label, reading }) => [label, ...columns.map((column) => cell(reading.median(OWN, column)))]),
      ],
      ...readings.map(({ reading }) => reading),
    );
  },
  'small-move': ({ here }) => `${range([here('moving small steps').median(OWN, 'us a move')])} µs`,
  'far-move': ({ here }) =>
    `${range(['long steps', 'come and go'].map((name) => here(`moving ${name}`).median(OWN, 'us a move')))} µs`,
  'frame-of-all': ({ here }) =>
    milliseconds(
      ...['all moving', 'all straight on', 'flocks'].map((name) => here(`moving ${name}`).median(OWN, 'ms a frame')),
    ),
  'frame-of-all-at-most': ({ here }) =>
    milliseconds(
      Math.max(
        ...['all moving', 'all straight on', 'flocks'].map((name) =>
          here(`moving ${name}`).median(OWN, '99 of 100 frames, ms'),
        ),
      ),
    ),
  'frame-of-all-oriented': ({ here }) =>
    milliseconds(here('refit obb').median('slabtree, all set and committed', 'ms')),
  refit: ({ here }) => {
    const [uniform, obb] = [here('refit uniform'), here('refit obb')];
    const names = [
      'slabtree, all set and committed',
      'slabtree commit',
      'slabtree, all set and committed, js',
      'slabtree commit, js',
    ];
    return table(
      [
        ['ms, of 100,000 boxes', 'axis-aligned', 'oriented'],
        ...names.map((name) => [
          name.replace(/^slabtree/, '**slabtree**'),
          cell(uniform.find(name, 'ms')),
          cell(obb.find(name, 'ms')),
        ]),
        [
          'three-mesh-bvh, refit',
          cell(uniform.find('three-mesh-bvh BVH.refit', 'ms')),
          cell(obb.find('three-mesh-bvh ObjectBVH.refit', 'ms')),
        ],
      ],
      uniform,
      obb,
    );
  },

  overlap: ({ here }) => allOf(here('overlap')),
  nearest: ({ here }) => allOf(here('nearest')),
  pairs: ({ here }) => allOf(here('pairs')),
};

function movesBy({ here }: Measured, column: string, contenders: Record<string, readonly string[]>): string {
  const readings = Object.entries(motions).map(([label, name]) => ({ label, reading: here(`moving ${name}`) }));
  return table(
    [
      [column.replace('us', 'µs'), ...Object.keys(contenders)],
      ...readings.map(({ label, reading }) => [
        label,
        ...Object.values(contenders).map((names) =>
          cell(names.map((name) => reading.find(name, column)).find((value) => value !== undefined)),
        ),
      ]),
    ],
    ...readings.map(({ reading }) => reading),
  );
}

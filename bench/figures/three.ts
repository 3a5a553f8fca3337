import { microseconds, range, round, timesAsFast, timesAsLong } from './words';
import type { Templates } from './measured';
import { allOf, cell, sideBySide, table } from './tables';

const PICK = 'slabtree pick, precise';
const FIRST_HIT = 'three-mesh-bvh ObjectBVH, first hit only';
const RAYCASTER = 'three Raycaster';
const meshOf = (strategy: string) => `three-mesh-bvh acceleratedRaycast, ${strategy}, first hit only`;

/** In the order of the table: the mesh, and the job that measures it. */
const firstPicks = {
  'terrain, 20,000 triangles': 'terrain 20000',
  'knot, 20,000': 'knot 20000',
  'terrain, 100,000': 'terrain 100000',
  'terrain, 100,000, without an index': 'not indexed',
  'terrain, 100,000, interleaved': 'interleaved',
  'knot, 100,000': 'knot 100000',
  'slivers, 200,000': 'slivers',
  'terrain, 1,000,000': 'terrain 1000000',
  'knot, 1,000,000': 'knot 1000000',
};

/** Picks, snaps, selections and updates in three.js. */
export const three: Templates = {
  'three-pick': ({ here }) => {
    const [pick, build, update] = [here('three pick'), here('three build'), here('three update')];
    const row = (label: string, picks: string, builds: string, updates: string) => [
      label,
      cell(pick.find(picks, 'us a pick')),
      cell(build.find(builds, 'ms')),
      cell(update.find(updates, 'ms')),
    ];
    return table(
      [
        ['100,000 oriented boxes', 'pick, µs', 'build, ms', 'update after 1,000 moves, ms'],
        row('**slabtree/three**', PICK, 'slabtree SceneIndex.from', 'slabtree update'),
        row('**slabtree/three**, moves marked by `markDirty`', '', '', 'slabtree update, marked'),
        row('**slabtree/three**, picks of boxes', 'slabtree pick, boxes', '', ''),
        row('**slabtree/three**, js', '', 'slabtree SceneIndex.from, js', ''),
        row('three-mesh-bvh, `firstHitOnly`', FIRST_HIT, '', ''),
        row(
          'three-mesh-bvh',
          'three-mesh-bvh ObjectBVH, all hits',
          'three-mesh-bvh ObjectBVH',
          'three-mesh-bvh ObjectBVH.refit',
        ),
        row('three.js, `Raycaster`', RAYCASTER, '', ''),
      ],
      pick,
      build,
      update,
    );
  },
  'three-pick-time': ({ here }) => microseconds(here('three pick').median(PICK, 'us a pick')),
  'three-pick-time-three-mesh-bvh': ({ here }) => microseconds(here('three pick').median(FIRST_HIT, 'us a pick')),
  'three-pick-time-raycaster': ({ here }) => microseconds(here('three pick').median(RAYCASTER, 'us a pick')),
  'three-pick-lead-three-mesh-bvh': ({ here }) => timesAsFast(here('three pick').lead(PICK, FIRST_HIT, 'us a pick')),
  'three-pick-lead-raycaster': ({ here }) => timesAsFast(here('three pick').lead(PICK, RAYCASTER, 'us a pick')),
  'three-update-lead-three-mesh-bvh': ({ here }) =>
    timesAsFast(here('three update').lead('slabtree update', 'three-mesh-bvh ObjectBVH.refit', 'ms')),
  'three-build-beside-three-mesh-bvh': ({ here }) =>
    range([here('three build').lead('three-mesh-bvh ObjectBVH', 'slabtree SceneIndex.from', 'CPU ms')]),

  'three-mesh': ({ here }) =>
    sideBySide(['µs a pick', 'terrain', 'slivers'], [here('three mesh terrain'), here('three mesh slivers')]),
  'three-mesh-first-pick': ({ here }) => {
    const readings = Object.entries(firstPicks).map(([label, name]) => ({
      label,
      reading: here(`three mesh first pick ${name}`),
    }));
    const contenders = { '**slabtree/three**': PICK, 'three-mesh-bvh': meshOf('CENTER'), SAH: meshOf('SAH') };
    return table(
      [
        ['ms (CPU ms)', ...Object.keys(contenders).flatMap((contender) => [`${contender}, warm`, 'cold'])],
        ...readings.map(({ label, reading }) => [
          label,
          ...Object.values(contenders).flatMap((contender) =>
            ['warm', 'cold'].map((when) => {
              const [wall, cpu] = ['ms', 'CPU ms'].map((clock) => cell(reading.find(contender, `${when}, ${clock}`)));
              return `${wall} (${cpu})`;
            }),
          ),
        ]),
      ],
      ...readings.map(({ reading }) => reading),
    );
  },
  'three-mesh-first-pick-time': ({ here }) =>
    `${round(here('three mesh first pick terrain 1000000').median(PICK, 'cold, ms') / 1000)} s`,
  'three-mesh-lead-three-mesh-bvh': ({ here }) =>
    timesAsFast(
      ...['terrain', 'slivers'].map((mesh) => here(`three mesh ${mesh}`).lead(PICK, meshOf('SAH'), 'us a pick')),
    ),

  'three-building': ({ here }) => allOf(here('three building')),
  'three-building-lead-three-mesh-bvh': ({ here }) => {
    const building = here('three building');
    return timesAsFast(
      ...['us a pick from outside', 'us a pick from inside'].map((column) => building.lead(PICK, FIRST_HIT, column)),
    );
  },
  'three-parts': ({ here }) =>
    sideBySide(
      ['', ...['meshes', 'instances', 'batch'].flatMap((kind) => [`${kind}: outside, µs`, 'inside, µs', 'first, ms'])],
      [here('three parts meshes'), here('three parts instances'), here('three parts batch')],
    ),
  'three-pose': ({ here }) => allOf(here('three pose')),
  'three-pose-lead-raycaster': ({ here }) =>
    timesAsFast(here('three pose').lead('slabtree pose and pick', 'three Raycaster, without bounds', 'ms a frame')),
  'three-objects': ({ here }) => allOf(here('three objects')),
  'three-idle-update': ({ here }) => {
    const objects = here('three objects');
    return timesAsLong(objects.lead('three updateMatrixWorld', 'slabtree update, nothing moved', 'ms'));
  },
  'three-tenth-update': ({ here }) => {
    const objects = here('three objects');
    return timesAsLong(objects.lead('three updateMatrixWorld', 'slabtree update, 1 in 10 moved', 'ms'));
  },
  'three-points': ({ here }) => allOf(here('three points')),
  'three-snap': ({ here }) => allOf(here('three snap')),
  'three-select': ({ here }) => allOf(here('three select')),
  'three-refused': ({ here }) => allOf(here('three refused')),
  'three-loops': ({ here }) => {
    const loops = here('three loops');
    const lines = loops.stored.columns.map(({ name }) => [
      name.replace('us, ', ''),
      cell(loops.find('slabtree', name)),
      cell(loops.find('loop', name)),
      round(loops.lead('loop', 'slabtree', name)),
    ]);
    return table([['', 'index, µs', 'other, µs', 'times as long'], ...lines], loops);
  },
  'three-nearby': ({ here }) => allOf(here('three nearby')),
  'three-geometries': ({ here }) => allOf(here('three geometries')),
  'three-geometries-first-rays': ({ here }) =>
    timesAsFast(here('three geometries').lead('slabtree raycast, precise', FIRST_HIT, 'first rays, ms')),
  'three-duplicates': ({ here }) => allOf(here('three duplicates')),
  'three-first-pick': ({ here }) => allOf(here('three first pick')),
};

import { BoxScene } from 'slabtree';
import { depenetrate, keepInSight, moveAndSlide } from 'slabtree/character';
import type { PublicCall } from '../../support/publicCalls';

/** A floor, a step and a wall. */
function scene(): BoxScene {
  const made = new BoxScene({ backend: 'js' });
  made.addAabb({ min: { x: -9, y: -1, z: -9 }, max: { x: 9, y: 0, z: 9 } });
  made.addAabb({ min: { x: 1, y: 0, z: -9 }, max: { x: 2, y: 0.2, z: 9 } });
  made.addAabb({ min: { x: -9, y: 0, z: 3 }, max: { x: 9, y: 4, z: 4 } });
  return made;
}

const solid = { mask: 1, filter: (id: number) => id !== 7 };
const unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const box = { min: { x: -9, y: -1, z: -9 }, max: { x: 9, y: 0, z: 9 }, matrix: unit };
const ground = { id: 0, point: { x: 0, y: 0, z: 0 }, normal: { x: 0, y: 1, z: 0 }, box, generation: 0 };
const capsule = { a: { x: 0.5, y: 0.5, z: 0 }, b: { x: 0.5, y: 1.5, z: 0 }, radius: 0.4 };
const projection = [1, 0, 0, 0, 0, 1.5, 0, 0, 0, 0, -1.02, -1, 0, 0, -0.202, 0];

type Given<Call extends (scene: BoxScene, ...given: never[]) => unknown> =
  Parameters<Call> extends [unknown, ...infer Rest] ? Rest : never;

/** All functions of slabtree/character. */
export const characterCalls: PublicCall[] = [
  [
    'moveAndSlide',
    [
      capsule,
      { x: 0.5, y: -0.1, z: 0.2 },
      {
        ...solid,
        ground,
        up: { x: 0, y: 2, z: 0 },
        maxStep: 0.3,
        minGroundNormal: 0.6,
        snap: 0.2,
        margin: 0.02,
        maxSlides: 4,
      },
    ],
    (...given: Given<typeof moveAndSlide>) => moveAndSlide(scene(), ...given),
  ],
  [
    'depenetrate',
    [capsule, { ...solid, margin: 0.2, maxRounds: 4 }],
    (...given: Given<typeof depenetrate>) => depenetrate(scene(), ...given),
  ],
  [
    'keepInSight',
    [
      { x: 0, y: 1, z: 0 },
      { position: { x: 0, y: 1, z: 8 }, projection },
      { ...solid, margin: 0.1, clipSpace: 'opengl' },
    ],
    (...given: Given<typeof keepInSight>) => keepInSight(scene(), ...given),
  ],
];

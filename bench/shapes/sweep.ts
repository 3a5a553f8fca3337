import type { BoxScene, Vec3 } from 'slabtree';
import { Disagreement } from '../disagreement';
import { measure, microsecondsEach } from '../measure';
import type { MeetsShapes } from '../peers/contender';
import { BoxesRapier, MeshSweepRapier } from '../peers/sweepRapier';
import { SweepSlabtree } from '../peers/sweepSlabtree';
import type { Result, Row } from '../report';
import { createScene } from '../scenes';
import { createMeshScene, type MeshKind } from '../triangles/scenes';
import { motionsIn, shapeKinds, type ShapeMotion } from './motions';

const COUNT = 1000;

/** How far a shape goes: across the scene, and a step of a character. */
const LENGTHS = { far: 100, step: 0.2 };
const WITHIN = 0.05;

interface Setting {
  readonly title: string;
  readonly scene: string;
  readonly boxes: number;
  readonly triangles?: number;
  readonly fill: (scene: BoxScene) => void;
  readonly rapier: () => MeetsShapes;
  /** Returns a place for a shape that moves across the scene, or for one that takes a step. */
  readonly place: (length: keyof typeof LENGTHS) => (random: () => number) => Vec3;
}

/** A sphere, a capsule and a box among axis-aligned boxes. */
export function measureShapesAmongBoxes(boxes: number): Result {
  const { bounds, width } = createScene('uniform', boxes);
  return measureShapes({
    title: `Shapes among boxes, uniform, ${boxes.toLocaleString('en')} boxes`,
    scene: 'uniform',
    boxes,
    fill: (scene) => {
      scene.addAabbs(bounds);
    },
    rapier: () => new BoxesRapier(bounds),
    place: () => (random) => ({ x: random() * width, y: random() * width, z: random() * width }),
  });
}

/** The same above a mesh. A step begins near it. */
export function measureShapesOnMesh(kind: MeshKind, triangles: number): Result {
  const scene = createMeshScene(kind, triangles);
  const [{ positions, index }] = scene.meshes;
  const { min, max } = scene.bounds;
  const anywhere = (random: () => number): Vec3 => ({
    x: min.x + random() * (max.x - min.x),
    y: min.y + random() * (max.y - min.y),
    z: min.z + random() * (max.z - min.z),
  });
  const beside = (random: () => number): Vec3 => {
    const at = 3 * index[Math.floor(random() * index.length)];
    return {
      x: positions[at] + 2 * (random() - 0.5),
      y: positions[at + 1] + 2 * (random() - 0.5),
      z: positions[at + 2] + 2 * random(),
    };
  };
  return measureShapes({
    title: `Shapes on a mesh, ${kind}, ${scene.triangles.toLocaleString('en')} triangles`,
    scene: kind,
    boxes: 1,
    triangles: scene.triangles,
    fill: (own) => {
      own.addInstance(own.addMesh(positions, index));
    },
    rapier: () => new MeshSweepRapier(positions, index),
    place: (length) => (length === 'far' ? anywhere : beside),
  });
}

function measureShapes({ title, scene, boxes, triangles, fill, rapier, place }: Setting): Result {
  const own = new SweepSlabtree(fill, 'wasm');
  const names = ['slabtree', 'slabtree, js', 'Rapier'];
  const peers: MeetsShapes[] = [own, new SweepSlabtree(fill, 'js'), rapier()];
  const rows: Row[] = names.map((contender) => ({ contender, values: {} }));
  const notes: string[] = [];
  const columns: string[] = [];
  const time = (
    name: string,
    motions: readonly ShapeMotion[],
    ask: (peer: MeetsShapes, motion: ShapeMotion) => number,
  ) => {
    notes.push(...compareAnswers(name, peers, motions, ask));
    const tasks = peers.map((peer) => () => {
      for (const motion of motions) ask(peer, motion);
    });
    measure(tasks, { rounds: 5, passes: 1, time: 100 }).forEach((passes, index) => {
      rows[index].values[name] = microsecondsEach(passes, motions.length);
    });
    columns.push(name);
  };
  for (const kind of shapeKinds) {
    const motions = motionsIn(own.scene, kind, LENGTHS.far, COUNT, place('far'));
    time(`sweep ${kind}`, motions, (peer, motion) => peer.sweep(motion));
  }
  const steps = motionsIn(own.scene, 'capsule', LENGTHS.step, COUNT, place('step'));
  time('step of a capsule', steps, (peer, motion) => peer.sweep(motion));
  time('contacts', steps, (peer, motion) => peer.contacts(motion, WITHIN));
  time('overlap', steps, (peer, motion) => peer.overlaps(motion));
  return {
    title,
    question: 'shapes',
    scene,
    boxes,
    ...(triangles !== undefined && { triangles }),
    columns: columns.map((name) => ({ name: `${name}, us`, baselines: [names[0]] })),
    rows: rows.map(({ contender, values }) => ({
      contender,
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name}, us`, value])),
    })),
    notes,
  };
}

/** Rapier computes in float32: answers may differ by a thousandth of the way, and where a shape only grazes. */
function compareAnswers(
  name: string,
  peers: readonly MeetsShapes[],
  motions: readonly ShapeMotion[],
  ask: (peer: MeetsShapes, motion: ShapeMotion) => number,
): string[] {
  let hits = 0;
  let differing = 0;
  for (const motion of motions) {
    const [own, inJs, other] = peers.map((peer) => ask(peer, motion));
    if (!Object.is(own, inJs)) throw new Disagreement(`${name}: the backends answer ${own} and ${inJs}.`);
    if (own < Infinity && own > 0) hits++;
    if (name.startsWith('contacts') ? own > 0 !== other > 0 : !(Math.abs(own - other) <= 1e-3) && own !== other)
      differing++;
  }
  const share = `${name}: ${hits} of ${motions.length} hit or find something`;
  return [differing === 0 ? `${share}.` : `${share}; ${differing} answers of Rapier differ.`];
}

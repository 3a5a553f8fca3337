import { collectGarbage } from './collectGarbage';
import { Disagreement } from './disagreement';
import { measure, millisecondsEach } from './measure';
import { BoxIntersect } from './peers/boxIntersect';
import type { Create, FindsPairs } from './peers/contender';
import { Slabtree } from './peers/slabtree';
import type { Result, Row } from './report';
import { type Scene, createScene } from './scenes';

interface Contender {
  readonly name: string;
  readonly create: Create<FindsPairs>;
}

const slabtreeAnew = (scene: Scene): FindsPairs => ({ findPairs: () => new Slabtree(scene).findPairs() });

const contenders: Contender[] = [
  { name: 'slabtree pairs', create: (scene) => new Slabtree(scene) },
  { name: 'slabtree pairs, js', create: (scene) => new Slabtree(scene, { backend: 'js' }) },
  { name: 'slabtree, built anew', create: slabtreeAnew },
  { name: 'box-intersect', create: (scene) => new BoxIntersect(scene) },
];
const [slabtree, , builtAnew] = contenders;

export function measurePairs(boxes: number): Result {
  const small = createScene('uniform', boxes);
  // The small boxes have 0.033 neighbours on average. The number grows with the volume of the boxes.
  const scenes = { 'small boxes': small, 'large boxes': enlarged(small, 6.85) };
  const rows: Row[] = contenders.map(({ name }) => ({ contender: name, values: {} }));
  const notes: string[] = [];
  const columns = Object.entries(scenes).map(([sizes, scene]) => {
    const peers = contenders.map(({ create }) => create(scene));
    const pairs = compareAnswers(peers);
    const tasks = peers.map((peer) => () => {
      peer.findPairs();
    });
    const name = `${sizes}, ms`;
    measure(tasks, { rounds: 5, passes: 1, time: 200, setup: collectGarbage }).forEach((passes, index) => {
      rows[index].values[name] = millisecondsEach(passes, 1);
    });
    const neighbours = ((2 * pairs) / boxes).toPrecision(2);
    notes.push(`${sizes}: ${pairs.toLocaleString('en')} pairs; a box overlaps ${neighbours} others, on average.`);
    return { name, baselines: [slabtree.name, builtAnew.name] };
  });
  return {
    title: `All overlapping pairs, uniform, ${boxes.toLocaleString('en')} boxes`,
    question: 'pairs',
    scene: small.kind,
    boxes,
    columns,
    rows,
    notes,
  };
}

/** Every box enlarged by a factor about its centre. */
function enlarged(scene: Scene, factor: number): Scene {
  const bounds = scene.bounds.map((own, k) => {
    const other = scene.bounds[k % 6 < 3 ? k + 3 : k - 3];
    return (own + other) / 2 + (factor * (own - other)) / 2;
  });
  return { ...scene, bounds };
}

/** All contenders compare the same float32 numbers, so they must find exactly the same pairs. Returns their number. */
function compareAnswers(peers: readonly FindsPairs[]): number {
  const reference = inOrder(peers[0].findPairs());
  peers.forEach((peer, index) => {
    const pairs = inOrder(peer.findPairs());
    if (pairs.length === reference.length && pairs.every((pair, at) => pair === reference[at])) return;
    throw new Disagreement(
      `${contenders[index].name} finds ${pairs.length} pairs and ${slabtree.name} ${reference.length}, and they are not the same.`,
    );
  });
  return reference.length;
}

/** One number for each pair, whichever of its boxes comes first. */
function inOrder(pairs: Uint32Array): Float64Array {
  const numbers = new Float64Array(pairs.length / 2);
  for (let at = 0; at < pairs.length; at += 2) {
    numbers[at / 2] = Math.min(pairs[at], pairs[at + 1]) * 2 ** 32 + Math.max(pairs[at], pairs[at + 1]);
  }
  return numbers.sort();
}

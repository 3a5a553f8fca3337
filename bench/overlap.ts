import { Box3, Vector3 } from 'three';
import { Disagreement } from './disagreement';
import { measure, microsecondsEach } from './measure';
import { BvhJs } from './peers/bvhjs';
import type { Create, FindsOverlaps } from './peers/contender';
import { Slabtree, SlabtreeArrays } from './peers/slabtree';
import { ThreeMeshBvh } from './peers/threeMeshBvh';
import { TypedArrayLoop } from './peers/typedArrayLoop';
import { seededRandom } from './random';
import type { Result, Row } from './report';
import { type Scene, createScene } from './scenes';

const QUERY_COUNT = 1000;

interface Contender {
  readonly name: string;
  readonly create: Create<FindsOverlaps>;
  /** How many queries it gets a pass. Slower contenders get fewer. */
  readonly queries: number;
}

const contenders: Contender[] = [
  { name: 'slabtree overlap, size', create: (scene) => new Slabtree(scene), queries: QUERY_COUNT },
  { name: 'slabtree overlap, array', create: (scene) => new SlabtreeArrays(scene), queries: QUERY_COUNT },
  {
    name: 'slabtree overlap, size, js',
    create: (scene) => new Slabtree(scene, { backend: 'js' }),
    queries: QUERY_COUNT,
  },
  {
    name: 'slabtree overlap, array, js',
    create: (scene) => new SlabtreeArrays(scene, { backend: 'js' }),
    queries: QUERY_COUNT,
  },
  { name: 'bvh.js intersectsBox', create: (scene) => new BvhJs(scene), queries: QUERY_COUNT },
  { name: 'three-mesh-bvh shapecast', create: (scene) => new ThreeMeshBvh(scene), queries: QUERY_COUNT },
  { name: 'typed-array loop', create: (scene) => new TypedArrayLoop(scene), queries: 20 },
];
const [size, array] = contenders;

export function measureOverlap(boxes: number): Result {
  const scene = createScene('uniform', boxes);
  const peers = contenders.map(({ create }) => create(scene));
  const rows: Row[] = contenders.map(({ name }) => ({ contender: name, values: {} }));
  const notes: string[] = [];
  const columns = [10, 1000].map((answers) => {
    const queries = randomQueries(scene, answers);
    const found = compareAnswers(peers, queries);
    const tasks = peers.map((peer, index) => () => {
      for (let query = 0; query < contenders[index].queries; query++) peer.overlap(queries[query]);
    });
    const name = `~${answers.toLocaleString('en')} answers, us a query`;
    measure(tasks, { rounds: 6, passes: 1, time: 100 }).forEach((passes, index) => {
      rows[index].values[name] = microsecondsEach(passes, contenders[index].queries);
    });
    const mean = Math.round(found / queries.length).toLocaleString('en');
    notes.push(`~${answers.toLocaleString('en')}: a query has ${mean} answers, mean of ${queries.length}.`);
    return { name, baselines: [size.name, array.name] };
  });
  return {
    title: `Overlap with a box, uniform, ${boxes.toLocaleString('en')} boxes`,
    question: 'overlap',
    scene: scene.kind,
    boxes,
    columns,
    rows,
    notes,
  };
}

/** Cubes anywhere in the scene, large enough for about so many answers. They are float32: no contender has to round. */
function randomQueries({ width, count }: Scene, answers: number): Box3[] {
  const random = seededRandom(8);
  // A cube overlaps the boxes whose centre lies in a larger cube: larger by the size of a box, 0.8 on average.
  const side = Math.max(0, width * Math.cbrt(answers / count) - 0.8);
  return Array.from({ length: QUERY_COUNT }, () => {
    const corner = () => random() * (width - side);
    const [x, y, z] = new Float32Array([corner(), corner(), corner()]);
    return new Box3(
      new Vector3(x, y, z),
      new Vector3(Math.fround(x + side), Math.fround(y + side), Math.fround(z + side)),
    );
  });
}

/**
 * All contenders compare the same float32 numbers. So they must find exactly the same boxes, for the queries that they
 * are timed with. Returns the number of all answers.
 */
function compareAnswers(peers: readonly FindsOverlaps[], queries: readonly Box3[]): number {
  let found = 0;
  queries.forEach((query, at) => {
    const reference = peers[0].overlapIds(query).sort();
    found += reference.length;
    contenders.forEach(({ name, queries: own }, index) => {
      if (at >= own) return;
      const ids = peers[index].overlapIds(query).sort();
      if (ids.length !== reference.length || ids.some((id, place) => id !== reference[place])) {
        throw new Disagreement(
          `${name} finds ${ids.length} boxes and ${size.name} ${reference.length}, and they are not the same.`,
        );
      }
      const count = peers[index].overlap(query);
      if (count !== ids.length) throw new Disagreement(`${name} counts ${count} boxes but returns ${ids.length} ids.`);
    });
  });
  return found;
}

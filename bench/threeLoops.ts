import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  Points,
  Raycaster,
  SphereGeometry,
  Triangle,
  Vector3,
} from 'three';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { Disagreement } from './disagreement';
import { measureClocks, microsecondsEach } from './measure';
import { seededRandom } from './random';
import type { Result } from './report';

/** How often each pass repeats a case: one run of the fastest takes a few microseconds. */
const REPEATS = 10;

/** The same work by an index and by what is faster. Both return a number of the answer: a distance, or a sum of distances. */
interface Case {
  readonly name: string;
  readonly index: () => number;
  readonly loop: () => number;
}

/** Measures what an index does slower than a loop over all objects, triangles or points, or than it does with one material. */
export function measureThreeLoops(): Result {
  const cases = [
    allHits(20),
    allHits(1000),
    allHitsOfIndexRaycaster(1000),
    nearestAtOnePlace(1000),
    allMove(1000),
    drawRange(),
    pointsChange(1),
    pointsChange(2),
    ...groups(200),
  ];
  for (const { name, index, loop } of cases) {
    for (let i = 0; i < 5; i++) {
      const [found, expected] = [index(), loop()];
      // The loop for the nearest place is three.js's Triangle, which rounds in other places.
      if (!(Math.abs(found - expected) <= 1e-12 * expected)) throw new Disagreement(`${name}: answers differ.`);
    }
  }
  const passes = cases.map(
    ({ index, loop }) =>
      measureClocks(
        [index, loop].map((run) => () => {
          for (let i = 0; i < REPEATS; i++) run();
        }),
        { rounds: 9, passes: 3, time: 60 },
      ).cpu,
  );
  return {
    title: 'When a loop is faster',
    question: 'three',
    scene: 'loops',
    boxes: 1000,
    columns: cases.map(({ name }) => ({ name: `us, ${name}`, baselines: ['slabtree'] })),
    rows: ['slabtree', 'loop'].map((contender, i) => ({
      contender,
      values: Object.fromEntries(
        cases.map(({ name }, k) => [`us, ${name}`, microsecondsEach(passes[k][i], REPEATS)] as const),
      ),
    })),
    notes: ['The same distances. The loop is `Raycaster`, but for `nearest` and groups: see bench/README.md.'],
  };
}

const material = new MeshBasicMaterial();

/** Returns a function that aims a Raycaster along -z, each time at another place near the z axis. */
function aimer(): (raycaster: Raycaster) => void {
  const random = seededRandom(41);
  return ({ ray }) => {
    ray.origin.set(0.4 * random(), 0.3 * random(), 1e4);
    ray.direction.set(0, 0, -1);
  };
}

function rowOf(count: number): Group {
  const root = new Group();
  const geometry = new PlaneGeometry();
  for (let i = 0; i < count; i++) {
    const mesh = new Mesh(geometry, material);
    mesh.position.z = -2 * i;
    root.add(mesh);
  }
  root.updateMatrixWorld();
  return root;
}

const sumOf = (hits: readonly { readonly distance: number }[]) => hits.reduce((sum, { distance }) => sum + distance, 0);

/** Rays through meshes of two triangles in a row. */
function allHits(count: number): Case {
  const root = rowOf(count);
  const index = SceneIndex.from(root);
  const cast = caster((raycaster) => sumOf(index.raycastAll(raycaster)));
  const loop = caster((raycaster) => sumOf(raycaster.intersectObject(root)));
  return { name: `raycastAll through ${count.toLocaleString('en')} meshes`, index: cast, loop };
}

function allHitsOfIndexRaycaster(count: number): Case {
  const root = rowOf(count);
  const indexed = new IndexRaycaster(SceneIndex.from(root));
  return {
    name: `IndexRaycaster through ${count.toLocaleString('en')} meshes`,
    index: caster((raycaster) => sumOf(raycaster.intersectObject(root)), indexed),
    loop: caster((raycaster) => sumOf(raycaster.intersectObject(root))),
  };
}

function caster(cast: (raycaster: Raycaster) => number, raycaster = new Raycaster()): () => number {
  const aim = aimer();
  return () => {
    aim(raycaster);
    return cast(raycaster);
  };
}

/** The nearest of many instances that are at the same place. */
function nearestAtOnePlace(count: number): Case {
  const mesh = new InstancedMesh(new BoxGeometry(), material, count);
  const matrix = new Matrix4().makeRotationY(0.5);
  for (let i = 0; i < count; i++) mesh.setMatrixAt(i, matrix);
  mesh.updateMatrixWorld();
  const index = SceneIndex.from(mesh);
  const places = () => {
    const random = seededRandom(43);
    return () => new Vector3(1 + random(), 2 * random() - 1, 2 * random() - 1);
  };
  const [placeOfIndex, placeOfLoop] = [places(), places()];
  return {
    name: `nearest of ${count.toLocaleString('en')} instances at one place`,
    index: () => index.nearest(placeOfIndex())[0].distance,
    loop: () => nearestTriangle(mesh, placeOfLoop()),
  };
}

function nearestTriangle(mesh: InstancedMesh, place: Vector3): number {
  const { position } = mesh.geometry.attributes;
  const vertices = mesh.geometry.index?.array ?? [];
  const triangle = new Triangle();
  const matrix = new Matrix4();
  const closest = new Vector3();
  let least = Infinity;
  for (let i = 0; i < mesh.count; i++) {
    mesh.getMatrixAt(i, matrix);
    for (let k = 0; k < vertices.length; k += 3) {
      triangle.a.fromBufferAttribute(position, vertices[k]).applyMatrix4(matrix);
      triangle.b.fromBufferAttribute(position, vertices[k + 1]).applyMatrix4(matrix);
      triangle.c.fromBufferAttribute(position, vertices[k + 2]).applyMatrix4(matrix);
      triangle.closestPointToPoint(place, closest);
      least = Math.min(least, closest.distanceTo(place));
    }
  }
  return least;
}

/** A frame in which all meshes move and turn, and one ray. */
function allMove(count: number): Case {
  const [moved, loop] = [0, 1].map(() => {
    const root = new Group();
    const geometry = new BoxGeometry();
    for (let i = 0; i < count; i++) {
      const mesh = new Mesh(geometry, material);
      mesh.position.set(2 * (i % 32), 2 * Math.floor(i / 32), 0);
      root.add(mesh);
    }
    root.updateMatrixWorld();
    let frame = 0;
    const move = () => {
      frame++;
      root.children.forEach(({ position, rotation }, i) => {
        position.z += (i + frame) % 2 === 0 ? 0.05 : -0.05;
        rotation.y += 0.01;
      });
    };
    const raycaster = new Raycaster(new Vector3(30, 30, 100), new Vector3(0, 0, -1));
    return { root, move, raycaster };
  });
  const index = SceneIndex.from(moved.root);
  return {
    name: `all of ${count.toLocaleString('en')} meshes move, and one ray`,
    index: () => {
      moved.move();
      index.update();
      return index.raycast(moved.raycaster)?.distance ?? 0;
    },
    loop: () => {
      loop.move();
      loop.root.updateMatrixWorld();
      return loop.raycaster.intersectObject(loop.root).at(0)?.distance ?? 0;
    },
  };
}

/** The case of an object that changes before each of some rays. */
function changing(name: string, rays: number, make: () => { root: Object3D; change: () => void }): Case {
  const [own, plain] = [make(), make()];
  const index = SceneIndex.from(own.root);
  const raycaster = new Raycaster(new Vector3(0.1, 0.2, 200), new Vector3(0, 0, -1));
  return {
    name,
    index: () => {
      own.change();
      index.update();
      let sum = 0;
      for (let i = 0; i < rays; i++) sum += index.raycast(raycaster)?.distance ?? 0;
      return sum;
    },
    loop: () => {
      plain.change();
      let sum = 0;
      for (let i = 0; i < rays; i++) sum += raycaster.intersectObject(plain.root).at(0)?.distance ?? 0;
      return sum;
    },
  };
}

function drawRange(): Case {
  return changing('the draw range of 10,000 triangles changes, and one ray', 1, () => {
    const geometry = new SphereGeometry(1, 70, 72);
    const root = new Mesh(geometry, material);
    let end = 0;
    const change = () => {
      geometry.setDrawRange(0, 29_400 + 3 * (end++ % 50));
    };
    return { root, change };
  });
}

function pointsChange(rays: number): Case {
  const name = `10,000 points change, and ${rays === 1 ? 'one ray' : 'two rays'}`;
  return changing(name, rays, () => {
    const random = seededRandom(47);
    const places = Float32Array.from({ length: 30_000 }, () => 100 * random() - 50);
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(places, 3));
    geometry.computeBoundingSphere();
    const root = new Points(geometry);
    const change = () => {
      for (let i = 0; i < places.length; i += 3) places[i] += (i % 2) * 0.02 - 0.01;
      geometry.attributes.position.needsUpdate = true;
    };
    return { root, change };
  });
}

/** Queries of a mesh of many groups, beside the same with one material. */
function groups(count: number): Case[] {
  const [many, one] = [true, false].map((hasGroups) => {
    const geometry = new SphereGeometry(1, 100, 102);
    geometry.clearGroups();
    const size = (3 * Math.floor((geometry.index?.count ?? 0) / 3)) / count;
    for (let i = 0; i < count; i++) geometry.addGroup(size * i, size, i % 7);
    const root = new Mesh(geometry, hasGroups ? Array.from({ length: 7 }, () => material) : material);
    root.updateMatrixWorld();
    return SceneIndex.from(root);
  });
  const of = (index: SceneIndex, query: (index: SceneIndex, place: Vector3) => number) => {
    const random = seededRandom(53);
    return () => query(index, new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).setLength(1.5));
  };
  const raycaster = new Raycaster();
  const queries: Record<string, (index: SceneIndex, place: Vector3) => number> = {
    raycast: (index, place) => {
      raycaster.set(place, place.clone().negate().normalize());
      return index.raycast(raycaster)?.distance ?? 0;
    },
    nearest: (index, place) => index.nearest(place)[0].distance,
    overlap: (index, place) => index.overlap({ center: place, radius: 0.6 })[0].faces.length,
  };
  return Object.entries(queries).map(([name, query]) => ({
    name: `${name} at ${count} groups, beside one material`,
    index: of(many, query),
    loop: of(one, query),
  }));
}

import {
  type Aabb,
  closestPoint,
  closestPointOnTriangle,
  distanceToBox,
  distanceToTriangle,
  type Obb,
  overlaps,
  type Sphere,
} from 'slabtree';
import { SceneIndex, type SceneNeighbor, type SceneOverlap } from 'slabtree/three';
import { Box3, Layers, type Object3D, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { muteWarnings } from '../../support/muteWarnings';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { changeScene } from '../../support/three/changes';
import { type DrawnElement, drawnElementsOf } from '../../support/three/drawnElements';
import { type Part, partsOf } from '../../support/three/loop';
import { isForeign } from '../../support/three/ownBounds';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

muteWarnings();

describe.each(['js', 'wasm'] as const)('what is near a place, with the backend %s', (backend) => {
  it('overlap and nearest find what a loop over everything drawn finds', async () => {
    let count = 0;
    await search(
      0.3,
      seeds((random, context) => {
        const scene = new GeneratedScene(random, random.pick(['anywhere', 'grid']), 14, true);
        const { root } = scene;
        const index = SceneIndex.from(root, { backend });
        for (let round = 0; round < 3; round++) {
          const parts = partsOf(root);
          const known = new Set<Object3D>(parts.map(({ object }) => object));
          for (let i = 0; i < 8; i++) {
            const precise = random.chance(0.8);
            const layers = random.chance(0.3) ? new Layers() : undefined;
            const within = random.chance(0.3) ? random.pick(scene.objects) : undefined;
            const filter = (object: Object3D) => known.has(object) && object.name.length % 4 !== 0;
            const wanted = parts.filter(
              ({ object }) =>
                filter(object) &&
                (layers === undefined || object.layers.test(layers)) &&
                (within === undefined || isBelow(object, within)),
            );
            const options = { precise, filter, ...(layers && { layers }), ...(within && { within }) };

            const shape = shapeNear(random, parts);
            const overlapping = wanted
              .map((part) => overlapOf(shape, part, precise))
              .filter((overlap) => overlap !== null)
              .map(textOf);
            const found = index.overlap(shape, options).map(textOf);
            expect({ found: found.sort(), shape, ...context }).toEqual({
              found: overlapping.sort(),
              shape,
              ...context,
            });

            const point = pointNear(random, parts);
            const limit = random.pick([Infinity, Infinity, 0, 1, 10]);
            const most = random.pick([1, 1, 2, 5, Infinity]);
            const neighbors = wanted
              .map((part, order) => ({ order, neighbor: neighborOf(point, part, precise) }))
              .filter(({ neighbor }) => neighbor.distance < Infinity && neighbor.distance <= limit)
              .sort((a, b) => a.neighbor.distance - b.neighbor.distance || a.order - b.order)
              .slice(0, most)
              .map(({ neighbor }) => textOf(neighbor));
            const nearest = index.nearest(point, { ...options, count: most, maxDistance: limit }).map(textOf);
            expect({ nearest, point, ...context }).toEqual({ nearest: neighbors, point, ...context });
            count += overlapping.length + neighbors.length;
          }
          changeScene(scene, 3);
          index.update();
        }
      }),
    );
    expect(count).toBeGreaterThan(100);
  });
});

function overlapOf(shape: Aabb | Obb | Sphere, part: Part, precise: boolean): SceneOverlap | null {
  const { box, ...place } = part;
  if (!precise || isForeign(part.object)) return overlaps(shape, box) ? { ...place, faces: [], indices: [] } : null;
  const elements = drawnElementsOf(part).filter(({ corners }) => overlaps(shape, triangleOf(corners)));
  const numbers = elements.map(({ number }) => number).sort((a, b) => a - b);
  const areFaces = elements[0]?.corners.length === 3;
  if (numbers.length === 0) return null;
  return { ...place, faces: areFaces ? numbers : [], indices: areFaces ? [] : numbers };
}

function neighborOf(point: Vector3, part: Part, precise: boolean): SceneNeighbor {
  const { box, ...place } = part;
  if (!precise || isForeign(part.object)) {
    const { x, y, z } = closestPoint(box, point);
    return { ...place, distance: distanceToBox(box, point), point: new Vector3(x, y, z) };
  }
  let nearest: SceneNeighbor = { ...place, distance: Infinity, point: new Vector3() };
  for (const { corners, number } of drawnElementsOf(part)) {
    const triangle = triangleOf(corners);
    const distance = distanceToTriangle(triangle, point);
    if (!(distance < nearest.distance)) continue;
    const { x, y, z } = closestPointOnTriangle(triangle, point);
    const name = corners.length === 3 ? 'faceIndex' : 'index';
    nearest = { ...place, distance, point: new Vector3(x, y, z), [name]: number };
  }
  return nearest;
}

/** Returns the triangle with the corners of an element. The last corner of a segment or a point is repeated. */
function triangleOf(corners: readonly Vector3[]): { a: Vector3; b: Vector3; c: Vector3 } {
  const a = corners[0];
  const b = corners.at(1) ?? a;
  return { a, b, c: corners.at(2) ?? b };
}

/** A shape that touches or contains parts of a drawn object, exactly or nearly, or lies between objects. */
function shapeNear(random: Random, parts: readonly Part[]): Aabb | Obb | Sphere {
  const point = pointNear(random, parts);
  const size = random.pick([0, 0.1, 1, 5]);
  if (random.chance(0.4)) return { center: point, radius: size };
  const half = new Vector3(random.pick([0, size]), size, size);
  const box = new Box3(point.clone().sub(half), point.clone().add(half));
  if (random.chance(0.6) || parts.length === 0) return box;
  const { box: other } = random.pick(parts);
  return 'matrix' in other ? { min: box.min, max: box.max, matrix: other.matrix } : box;
}

/** A corner of something drawn, a point beside it, or any point. */
function pointNear(random: Random, parts: readonly Part[]): Vector3 {
  const anywhere = new Vector3(random.between(-12, 12), random.between(-12, 12), random.between(-12, 12));
  const elements = parts.length === 0 ? [] : elementsOf(random.pick(parts));
  if (elements.length === 0 || random.chance(0.3)) return anywhere;
  const corner = random.pick(random.pick(elements).corners);
  return random.chance(0.5) ? corner.clone() : corner.clone().lerp(anywhere, random.pick([1e-12, 0.1]));
}

function elementsOf(part: Part): readonly DrawnElement[] {
  return isForeign(part.object) ? [] : drawnElementsOf(part);
}

function isBelow(object: Object3D, top: Object3D): boolean {
  return object === top || (object.parent !== null && isBelow(object.parent, top));
}

function textOf({ object, ...fields }: SceneOverlap | SceneNeighbor): string {
  const text = JSON.stringify(Object.entries(fields).sort());
  return `${object.name} ${text}`;
}

import type { Intersection, Object3D, Raycaster } from 'three';
import type { SceneIndex } from 'slabtree/three';
import { show } from '../compare';
import { closestOf } from './loop';

/** Throws if a precise ray cast differs from three.js's own in any field of the hit. */
export function compareRaycast(index: SceneIndex, raycaster: Raycaster, context: object): void {
  requireSame(index.raycast(raycaster), closestOf(index.root, raycaster), raycaster, context);
}

/** Throws if two hits are of different objects, or differ in any number. */
export function requireSame(
  found: Intersection | null | undefined,
  expected: Intersection | null | undefined,
  raycaster: Raycaster,
  context: object,
): void {
  if (found?.object === expected?.object && textOf(found) === textOf(expected)) return;
  const { ray, near, far, layers, params } = raycaster;
  throw new Error(
    show({
      found: textOf(found),
      expected: textOf(expected),
      chain: [...chainOf(found?.object), '', ...chainOf(expected?.object)],
      raycaster: { ray, near, far, layers: layers.mask, line: params.Line, points: params.Points },
      ...context,
    }),
  );
}

/** Throws if two lists of hits differ in their length, their order, or any field of a hit. */
export function requireSameHits(
  found: readonly Intersection[],
  expected: readonly Intersection[],
  raycaster: Raycaster,
  context: object,
): void {
  for (let i = 0; i < Math.max(found.length, expected.length); i++) {
    requireSame(found.at(i), expected.at(i), raycaster, {
      number: i,
      found: found.map(({ object, distance }) => `${object.name} ${distance}`),
      expected: expected.map(({ object, distance }) => `${object.name} ${distance}`),
      ...context,
    });
  }
}

/** All fields of a hit, to the last bit, in alphabetical order. */
function textOf(hit: Intersection | null | undefined): string {
  if (hit === null || hit === undefined) return 'nothing';
  const fields = { ...hit, object: hit.object.name };
  return show(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** An object and everything above it, to explain a failure. */
function chainOf(object: Object3D | undefined): string[] {
  const chain: string[] = [];
  for (let at: Object3D | null | undefined = object; at !== null && at !== undefined; at = at.parent) {
    chain.push(`${at.name} at ${at.position.toArray().join(' ')} by ${at.scale.toArray().join(' ')}`);
  }
  return chain;
}

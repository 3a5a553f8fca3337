import fc from 'fast-check';
import type { Aabb } from 'slabtree';
import { Box3, MeshBasicMaterial, type PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { makeBuilding } from '../../examples/building/building';
import { kinds, type Materials } from '../../examples/building/storey';
import { view as viewOfBuilding } from '../../examples/building/view';
import { makeCreature, swim, SWUM_BOUNDS } from '../../examples/skeleton/creature';
import { view as viewOfEel } from '../../examples/skeleton/view';
import { viewCamera } from '../../examples/site/viewCamera';
import { search } from '../support/runs';

/** How far the corners of a box are from the middle of the picture: 1 is at its border. */
function extentOf({ min, max }: Aabb, camera: PerspectiveCamera): number {
  const corners = [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z).project(camera))),
  );
  return Math.max(...corners.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
}

const within = (inner: Box3, { min, max }: Aabb) =>
  new Box3(new Vector3().copy(min), new Vector3().copy(max)).containsBox(inner);

describe('the subject of a view', () => {
  it.each([
    ['the building', viewOfBuilding],
    ['the eel', viewOfEel],
  ])('the subject fills the picture, and no more, in a window of any shape: %s', async (_, view) => {
    const { subject } = view;
    if (subject === undefined) throw new Error('the view must have a subject');
    await search(
      20,
      fc.property(fc.double({ min: 0.2, max: 5, noNaN: true }), (aspect) => {
        const extent = extentOf(subject, viewCamera(view, aspect));
        expect(extent).toBeLessThan(0.95);
        expect(extent).toBeGreaterThan(0.9);
      }),
    );
  });

  it('the subject is all of the building', () => {
    const material = new MeshBasicMaterial();
    const materials = Object.fromEntries(kinds.map((kind) => [kind, material])) as unknown as Materials;
    const bounds = new Box3().setFromObject(makeBuilding(materials)).expandByScalar(-1e-6);
    expect(within(bounds, viewOfBuilding.subject ?? SWUM_BOUNDS)).toBe(true);
  });

  it('the subject is all that the eel swims through', () => {
    const eel = makeCreature(600, 30);
    const vertices = eel.geometry.getAttribute('position').count;
    const bounds = new Box3();
    const place = new Vector3();
    for (let seconds = 0; seconds < 200; seconds += 0.37) {
      swim(eel, seconds);
      eel.updateMatrixWorld();
      for (let vertex = 0; vertex < vertices; vertex++) bounds.expandByPoint(eel.getVertexPosition(vertex, place));
    }
    expect(within(bounds, SWUM_BOUNDS)).toBe(true);
    // Not much of it is empty.
    expect(within(bounds.expandByScalar(0.3), SWUM_BOUNDS)).toBe(false);
  });
});

import { Mesh, Raycaster, REVISION } from 'three';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { IndexRaycaster } from 'slabtree/three';
import { expect, it } from 'vitest';

it('the tests, slabtree/three and the addons import the same copy of three.js', () => {
  expect(IndexRaycaster.prototype).toBeInstanceOf(Raycaster);
  expect(LineSegments2.prototype).toBeInstanceOf(Mesh);
  // The projects three-* of vitest.config.ts set the version.
  const { SLABTREE_THREE_REVISION = REVISION } = process.env;
  expect(REVISION).toBe(SLABTREE_THREE_REVISION);
});

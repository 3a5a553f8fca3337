// A mesh of 60,000 triangles. The triangle under the pointer is red, and
// the triangles near it turn green.
import * as THREE from 'three';
import { SceneIndex } from 'slabtree/three';
import { colors, createStage } from 'playground';

const RADIUS = 0.25;
const { addMesh, camera, canvas, eachFrame, pointer } = createStage({
  from: [0, 2, 6],
});
const indexed = new THREE.TorusKnotGeometry(1.3, 0.45, 750, 40);
// Three corners of its own for each triangle, so that each has one color.
const geometry = indexed.toNonIndexed();
const { position } = geometry.attributes;
const paint = new THREE.Float32BufferAttribute(
  position.array.slice().fill(0.6),
  3,
);
geometry.setAttribute('color', paint);
const knot = addMesh(geometry, new THREE.Color('white'));
knot.material.vertexColors = true;
const brush = addMesh(new THREE.SphereGeometry(RADIUS), colors.miss, 0.3);

// Builds the tree over the triangles ahead, in a thread.
const index = await SceneIndex.fromAsync(knot);

function paintTriangles(triangles, { r, g, b }) {
  for (const triangle of triangles) {
    for (const k of [0, 1, 2]) paint.setXYZ(3 * triangle + k, r, g, b);
  }
  paint.needsUpdate = true;
}

eachFrame(() => {
  const hit = index.pick(pointer, camera, canvas);
  if (hit === null) return;
  brush.position.copy(hit.point);

  const near = index.overlap({ center: hit.point, radius: RADIUS });

  for (const { faces } of near) paintTriangles(faces, colors.accent);
  paintTriangles([hit.faceIndex], colors.hit);
});

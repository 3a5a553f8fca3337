// A mesh of 60,000 triangles: the triangle under the pointer, and all triangles near it.
import { BufferAttribute, Mesh, MeshLambertMaterial, MeshStandardMaterial, SphereGeometry, TorusKnotGeometry } from 'three';
import { SceneIndex } from 'slabtree/three';
import { colors, createStage } from 'playground';

const RADIUS = 0.25;
const { add, camera, canvas, eachFrame, pointer } = createStage({ from: [0, 2, 6] });
const geometry = new TorusKnotGeometry(1.3, 0.45, 750, 40).toNonIndexed(); // three corners of its own for each triangle
const paint = new BufferAttribute(new Float32Array(geometry.attributes.position.array.length).fill(0.6), 3);
geometry.setAttribute('color', paint);
const knot = add(new Mesh(geometry, new MeshStandardMaterial({ vertexColors: true, flatShading: true })));
const brush = add(new Mesh(new SphereGeometry(RADIUS), new MeshLambertMaterial({ transparent: true, opacity: 0.3 })));

// Builds the tree over the triangles ahead, so that the first pick does not wait.
const index = await SceneIndex.fromAsync(knot);

function paintTriangle(triangle, { r, g, b }) {
  for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) paint.setXYZ(corner, r, g, b);
  paint.needsUpdate = true;
}

eachFrame(() => {
  index.update();
  const hit = index.pick(pointer, camera, canvas);
  brush.visible = hit !== null;
  if (hit === null) return;
  brush.position.copy(hit.point);

  for (const { faces } of index.overlap({ center: hit.point, radius: RADIUS })) {
    for (const face of faces) paintTriangle(face, colors.accent);
  }
  paintTriangle(hit.faceIndex, colors.hit);
});

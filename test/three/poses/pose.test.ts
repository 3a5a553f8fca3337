import { type BufferAttribute, type Mesh, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { isPosable, Pose } from '../../../src/three/poses/pose';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { Creatures } from '../../support/three/creatures';
import { isSkinned } from '../../support/three/kinds';
import { seeds } from '../../support/three/seeds';

describe('a pose', () => {
  it('has the vertices that getVertexPosition gives, to the last bit', async () => {
    await search(
      0.3,
      seeds((random) => {
        const creatures = new Creatures(random, 2);
        const poses = creatures.meshes.map(poseOf);
        for (let frame = 0; frame < 3; frame++) {
          poses.forEach((pose, i) => {
            pose.update(scene);
            expect(pose.geometry.getAttribute('position').array).toEqual(verticesOf(creatures.meshes[i]));
          });
          creatures.step();
          creatures.root.updateMatrixWorld();
        }
      }),
    );
  });

  it('has the box around them, and brings the bounds of a SkinnedMesh up to date', async () => {
    await search(
      0.3,
      seeds((random) => {
        const creatures = new Creatures(random, 2);
        for (const mesh of creatures.meshes) {
          const pose = poseOf(mesh);
          pose.update(scene);
          if (!isSkinned(mesh)) continue;
          const twin = mesh.clone();
          twin.computeBoundingBox();
          expect(pose.box).toEqual(twin.boundingBox);
          expect(mesh.boundingBox).toEqual(twin.boundingBox);
          const vertices = Array.from(verticesOf(mesh));
          for (let i = 0; i < vertices.length; i += 3) {
            expect(mesh.boundingSphere.distanceToPoint(new Vector3().fromArray(vertices, i))).toBeLessThanOrEqual(1e-9);
          }
        }
      }),
    );
  });

  it('is computed again only if bones, influences or attributes have changed', () => {
    const { meshes, root } = new Creatures(new Random(1), 8);
    const mesh = meshes.find(isSkinned);
    const pose = poseOf(mesh);
    const version = () => (pose.geometry.getAttribute('position') as BufferAttribute).version;
    pose.update(scene);
    const first = version();
    pose.update(scene);
    expect(version()).toBe(first);
    mesh?.skeleton.bones[0].position.addScalar(1);
    root.updateMatrixWorld();
    pose.update(scene);
    expect(version()).toBe(first + 1);
  });
});

function poseOf(mesh: Mesh | undefined): Pose {
  if (mesh === undefined || !isPosable(mesh)) throw new Error('this cannot be posed');
  return new Pose(mesh);
}

/** By three.js's own function for each vertex. */
function verticesOf(mesh: Mesh): Float64Array {
  const { count } = mesh.geometry.getAttribute('position');
  const vertex = new Vector3();
  return Float64Array.from(Array.from({ length: count }, (_, i) => mesh.getVertexPosition(i, vertex).toArray()).flat());
}

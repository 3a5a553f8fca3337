import { BoxScene } from 'slabtree';
import {
  type BufferAttribute,
  Float32BufferAttribute,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Matrix4,
  type Mesh,
  Quaternion,
  type SkinnedMesh,
  Vector3,
} from 'three';
import { describe, expect, it, vi } from 'vitest';
import { isPosable } from '../../../src/three/poses/poseState';
import { Pose } from '../../../src/three/poses/pose';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { Creatures } from '../../support/three/creatures';
import { isSkinned } from '../../support/three/kinds';
import { seeds } from '../../support/three/seeds';

const js = new BoxScene({ backend: 'js' });
const wasm = new BoxScene({ backend: 'wasm' });

/** What not many meshes have. */
const oddities: Record<string, (mesh: SkinnedMesh, random: Random) => void> = {
  'no bind matrix': (mesh) => {
    mesh.bind(mesh.skeleton, new Matrix4());
  },
  'a bind matrix that is not affine': ({ bindMatrix }) => {
    bindMatrix.elements[7] = 0.25;
  },
  'an inverse of the bind matrix that is not affine': ({ bindMatrixInverse }) => {
    bindMatrixInverse.elements[3] = 0.25;
  },
  'bones that are not affine': ({ skeleton }) => {
    skeleton.boneInverses.forEach(({ elements }) => (elements[11] = -0.125));
  },
  'numbers of bones that do not exist, without weight': ({ geometry }) => {
    const [skinIndex, skinWeight] = [geometry.getAttribute('skinIndex'), geometry.getAttribute('skinWeight')];
    for (let i = 0; i < skinIndex.count; i++) {
      for (let k = 0; k < 4; k++) if (skinWeight.getComponent(i, k) === 0) skinIndex.setComponent(i, k, 60_000);
    }
  },
  'bones and weights in one array': ({ geometry }) => {
    const [skinIndex, skinWeight] = [geometry.getAttribute('skinIndex'), geometry.getAttribute('skinWeight')];
    const numbers = Array.from({ length: skinIndex.count }, (_, i) => [
      ...[0, 1, 2, 3].map((k) => skinIndex.getComponent(i, k)),
      ...[0, 1, 2, 3].map((k) => Math.min(255, 255 * skinWeight.getComponent(i, k))),
    ]);
    const both = new InterleavedBuffer(Uint8Array.from(numbers.flat()), 8);
    geometry.setAttribute('skinIndex', new InterleavedBufferAttribute(both, 4, 0));
    geometry.setAttribute('skinWeight', new InterleavedBufferAttribute(both, 4, 4, true));
  },
  'a vertex that is not finite': ({ geometry }, random) => {
    geometry.getAttribute('position').setY(5, random.pick([NaN, Infinity, -Infinity]));
  },
  'a bone that is not finite': ({ skeleton }, random) => {
    random.pick(skeleton.bones).matrixWorld.elements[random.below(15)] = random.pick([NaN, Infinity, 1e308]);
  },
  'a bone without a size': ({ skeleton }, random) => {
    random.pick(skeleton.bones).matrixWorld.compose(new Vector3(), new Quaternion(), new Vector3());
  },
  'only zeros': ({ geometry, skeleton, bindMatrixInverse }, random) => {
    const position = geometry.getAttribute('position');
    for (let i = 0; i < position.count; i++) position.setXYZ(i, -0, 0, -0);
    for (const { matrixWorld } of skeleton.bones) matrixWorld.makeScale(-1, 1, -1);
    if (random.chance(0.5)) bindMatrixInverse.makeScale(1, -1, 1);
  },
};

describe('pose', () => {
  it('a pose has the vertices of getVertexPosition, to the last bit', async () => {
    await search(
      0.3,
      seeds((random) => {
        const creatures = new Creatures(random, 2);
        const poses = creatures.meshes.map(poseOf);
        for (let frame = 0; frame < 3; frame++) {
          poses.forEach((pose, i) => {
            pose.update(random.pick([js, wasm]));
            expect(pose.geometry.getAttribute('position').array).toEqual(verticesOf(creatures.meshes[i]));
          });
          creatures.step();
          creatures.root.updateMatrixWorld();
        }
      }),
      1.2,
    );
  });

  it('a pose has the box around its vertices, and updates the bounds of a SkinnedMesh', async () => {
    await search(
      0.3,
      seeds((random) => {
        const creatures = new Creatures(random, 2);
        for (const mesh of creatures.meshes) {
          const pose = poseOf(mesh);
          pose.update(wasm);
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
      1.2,
    );
  });

  it.each(Object.entries(oddities))('a pose has the vertices and bounds of three.js with %s', async (_, change) => {
    await search(
      0.1,
      seeds((random) => {
        const { meshes } = new Creatures(random, 3);
        for (const mesh of meshes.filter(isSkinned)) {
          change(mesh, random);
          for (const scene of [js, wasm]) {
            const pose = poseOf(mesh);
            pose.update(scene);
            expect(pose.geometry.getAttribute('position').array).toEqual(verticesOf(mesh));
            const twin = mesh.clone();
            twin.computeBoundingBox();
            expect(pose.box).toEqual(twin.boundingBox);
          }
        }
      }),
    );
  });

  it.each([
    ['beyond the last', (count: number) => count],
    ['a fraction', () => 0.5],
    ['negative', () => -1],
    ['NaN', () => NaN],
  ])('a pose throws if a vertex follows a bone that the skeleton lacks, as in three.js: %s', (_, numberOf) => {
    const mesh = new Creatures(new Random(1), 20).meshes.find(isSkinned);
    const pose = poseOf(mesh);
    if (mesh === undefined) return;
    const { array } = mesh.geometry.getAttribute('skinIndex');
    const skinIndex = new Float32BufferAttribute(array, 4);
    const skinWeight = mesh.geometry.getAttribute('skinWeight');
    mesh.geometry.setAttribute('skinIndex', skinIndex);
    const { bones } = mesh.skeleton;
    const followed = skinIndex.getX(5);
    const wrong = numberOf(bones.length);
    skinIndex.setX(5, wrong);
    skinWeight.setX(5, 0.5);
    expect(() => verticesOf(mesh)).toThrow(TypeError);
    for (const scene of [js, wasm]) {
      expect(() => {
        pose.update(scene);
      }).toThrow(`skinIndex of vertex 5 must be the number of one of the ${bones.length} bones, got ${wrong}`);
    }
    skinIndex.setX(5, followed);
    skinIndex.needsUpdate = true;
    pose.update(wasm);
    expect(pose.geometry.getAttribute('position').array).toEqual(verticesOf(mesh));
  });

  it('a pose is computed again only if bones, influences or attributes have changed', () => {
    const { meshes, root } = new Creatures(new Random(1), 8);
    const mesh = meshes.find(isSkinned);
    const pose = poseOf(mesh);
    const version = () => (pose.geometry.getAttribute('position') as BufferAttribute).version;
    pose.update(wasm);
    const first = version();
    pose.update(wasm);
    expect(version()).toBe(first);
    mesh?.skeleton.bones[0].position.addScalar(1);
    root.updateMatrixWorld();
    pose.update(wasm);
    expect(version()).toBe(first + 1);
  });

  it('a pose is computed after an update that has failed, though nothing has changed since', () => {
    const { meshes } = new Creatures(new Random(1), 20);
    const mesh = meshes.filter(isSkinned).find(({ skeleton }) => skeleton.bones.length > 1);
    const pose = poseOf(mesh);
    if (mesh === undefined) return;
    pose.update(wasm);
    const { bones, boneInverses } = mesh.skeleton;
    bones[0].matrixWorld.elements[12] += 1;
    const inverse = boneInverses.pop();
    expect(() => {
      pose.update(wasm);
    }).toThrow(TypeError);
    if (inverse !== undefined) boneInverses.push(inverse);
    pose.update(wasm);
    expect(pose.geometry.getAttribute('position').array).toEqual(verticesOf(mesh));

    const skinWeight = mesh.geometry.getAttribute('skinWeight');
    skinWeight.setX(0, 0.75);
    skinWeight.needsUpdate = true;
    const read = vi.spyOn(skinWeight, 'getX').mockImplementation(() => {
      throw new TypeError('no numbers');
    });
    expect(() => {
      pose.update(wasm);
    }).toThrow('no numbers');
    read.mockRestore();
    pose.update(wasm);
    expect(pose.geometry.getAttribute('position').array).toEqual(verticesOf(mesh));
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

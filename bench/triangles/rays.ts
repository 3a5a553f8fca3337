import { Triangle, Vector3 } from 'three';
import { randomDirection, seededRandom, type Triple } from '../random';
import type { Rays } from '../rays';
import { cross, normalize } from '../scenes';
import type { TriangleScene } from './scenes';

/** Random origins, a little beyond the scene too, and random directions. */
export function incoherentRays({ bounds }: TriangleScene, count: number): Rays {
  const random = seededRandom(24);
  const around = bounds.clone().expandByVector(bounds.getSize(new Vector3()).multiplyScalar(0.1));
  const size = around.getSize(new Vector3());
  const rays = new Float32Array(6 * count);
  for (let ray = 0; ray < count; ray++) {
    const { x, y, z } = new Vector3(random(), random(), random()).multiply(size).add(around.min);
    rays.set([x, y, z, ...randomDirection(random)], 6 * ray);
  }
  return rays;
}

/** One camera that looks at the middle of the scene, and a square picture row by row. */
export function coherentRays({ bounds, camera }: TriangleScene, count: number): Rays {
  const middle = bounds.getCenter(new Vector3()).toArray();
  const distance = (camera.distance * bounds.getSize(new Vector3()).length()) / 2;
  const [x, y, z] = normalize(camera.towards);
  const forward: Triple = [-x, -y, -z];
  const eye: Triple = [middle[0] + distance * x, middle[1] + distance * y, middle[2] + distance * z];
  const right = normalize(cross(forward, [0, 0, 1]));
  const up = cross(right, forward);

  const rays = new Float32Array(6 * count);
  const rows = Math.ceil(Math.sqrt(count));
  for (let ray = 0; ray < count; ray++) {
    const across = ((ray % rows) + 0.5) / rows - 0.5;
    const upward = 0.5 - (Math.floor(ray / rows) + 0.5) / rows;
    const direction = normalize([
      forward[0] + across * right[0] + upward * up[0],
      forward[1] + across * right[1] + upward * up[1],
      forward[2] + across * right[2] + upward * up[2],
    ]);
    rays.set([...eye, ...direction], 6 * ray);
  }
  return rays;
}

/** 3 numbers a point: near the surface of the first mesh, within a hundredth of the diagonal. */
export function pointsNear({ meshes: [mesh], bounds }: TriangleScene, count: number): Float32Array {
  const random = seededRandom(25);
  const { positions, index } = mesh;
  const farthest = bounds.getSize(new Vector3()).length() / 100;
  const points = new Float32Array(3 * count);
  const [corners, point] = [new Triangle(), new Vector3()];
  for (let at = 0; at < points.length; at += 3) {
    const first = 3 * Math.floor((random() * index.length) / 3);
    const [a, b, c] = [corners.a, corners.b, corners.c].map((corner, i) =>
      corner.fromArray(positions, 3 * index[first + i]),
    );
    // Folded into the half of the square that is the triangle.
    let [u, v] = [random(), random()];
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    point
      .copy(a)
      .multiplyScalar(1 - u - v)
      .addScaledVector(b, u)
      .addScaledVector(c, v);
    point.addScaledVector(new Vector3(...randomDirection(random)), farthest * random());
    point.toArray(points, at);
  }
  return points;
}

import { type ConvexShape, TRIANGLE } from '../flat/convexShape';
import { APART, enterEdge, enterFace, MISSED, type MovingBall } from './roundedFeatures';

/**
 * A moving ball and a triangle or a parallelepiped, in closed form (Ericson, "Real-Time Collision Detection", 2005, 5.5.6 and 5.5.7):
 * its centre is a point that moves, and its radius rounds the other shape. The rounded shape is the union of its rounded faces and edges
 * and of its inside, and each of them is in it. So the centre enters the shape where it enters the first of them. A parallelepiped may
 * be sheared: the place on a face is measured along its edges, and all distances are in the world.
 */

/** A face is thin if the squared sine of its angle is less: see {@link isThin}. */
const THIN = 2 ** -16;

const edge = /* @__PURE__ */ new Float64Array(6);

/**
 * Returns the s at which a ball touches the core of a box or a triangle. MISSED if it certainly does not until the end of its motion,
 * and UNSURE if rounding may decide. The ball starts outside the shape, or touches it there.
 */
export function sphereEntry({ core, spans }: ConvexShape, ball: MovingBall): number {
  return core === TRIANGLE ? enterTriangle(ball, spans) : enterBox(ball, spans);
}

function enterTriangle(ball: MovingBall, spans: Float64Array): number {
  const onFace = enterFace(ball, spans, 0, 3, -1);
  if (onFace === APART) return MISSED;
  if (onFace < MISSED && !isThin(spans, 0, 3)) return onFace;
  for (let k = 0; k < 3; k++) {
    edge[k] = 0;
    edge[3 + k] = spans[k];
  }
  let entry = earlier(onFace, enterEdge(ball, edge));
  for (let k = 0; k < 3; k++) edge[3 + k] = spans[3 + k];
  entry = earlier(entry, enterEdge(ball, edge));
  for (let k = 0; k < 3; k++) {
    edge[k] = spans[k];
    edge[3 + k] = spans[3 + k] - spans[k];
  }
  return earlier(entry, enterEdge(ball, edge));
}

function enterBox(ball: MovingBall, spans: Float64Array): number {
  let entry = MISSED;
  let isCertain = false;
  for (let w = 0; w < 9; w += 3) {
    const u = w === 0 ? 3 : 0;
    const v = w === 6 ? 3 : 6;
    const onFace = enterFace(ball, spans, u, v, w);
    if (onFace === APART) return MISSED;
    if (!(onFace < entry)) continue;
    entry = onFace;
    isCertain = !isThin(spans, u, v);
  }
  if (isCertain) return entry;
  for (let e = 0; e < 9; e += 3) entry = earlier(entry, enterEdges(ball, spans, e));
  return entry;
}

/**
 * Returns where a ball touches the first of the four edges of a box along a span. They begin at the corners of the face of the other two
 * spans. Most of them are missed by the distance of the lines alone, which enterEdge compares, too.
 */
function enterEdges(ball: MovingBall, spans: Float64Array, e: number): number {
  const { way } = ball;
  const u = e === 0 ? 3 : 0;
  const v = e === 6 ? 3 : 6;
  const mX = way[0];
  const mY = way[1];
  const mZ = way[2];
  const eX = spans[e];
  const eY = spans[e + 1];
  const eZ = spans[e + 2];
  const nX = mY * eZ - mZ * eY;
  const nY = mZ * eX - mX * eZ;
  const nZ = mX * eY - mY * eX;
  const sizes = Math.sqrt((mX * mX + mY * mY + mZ * mZ) * (eX * eX + eY * eY + eZ * eZ));
  // Twice the slack of enterEdge, because the distance is computed in another way.
  const limit = ball.radius * Math.sqrt(nX * nX + nY * nY + nZ * nZ) + 2 * ball.slack * sizes;
  const across = nX * ball.x + nY * ball.y + nZ * ball.z;
  const acrossU = nX * spans[u] + nY * spans[u + 1] + nZ * spans[u + 2];
  const acrossV = nX * spans[v] + nY * spans[v + 1] + nZ * spans[v + 2];
  let entry = MISSED;
  for (let corner = 0; corner < 4; corner++) {
    const shareU = corner & 1;
    const shareV = corner >> 1;
    const distance = across - shareU * acrossU - shareV * acrossV;
    if (distance > limit || distance < -limit) continue;
    edge[0] = shareU * spans[u] + shareV * spans[v];
    edge[1] = shareU * spans[u + 1] + shareV * spans[v + 1];
    edge[2] = shareU * spans[u + 2] + shareV * spans[v + 2];
    edge[3] = eX;
    edge[4] = eY;
    edge[5] = eZ;
    entry = earlier(entry, enterEdge(ball, edge));
  }
  return entry;
}

function earlier(a: number, b: number): number {
  return a < b ? a : b;
}

/** Returns whether the face of two vectors is so thin that an edge may be touched before, as its normal is badly rounded. */
function isThin(spans: Float64Array, u: number, v: number): boolean {
  const uu = spans[u] * spans[u] + spans[u + 1] * spans[u + 1] + spans[u + 2] * spans[u + 2];
  const vv = spans[v] * spans[v] + spans[v + 1] * spans[v + 1] + spans[v + 2] * spans[v + 2];
  const uv = spans[u] * spans[v] + spans[u + 1] * spans[v + 1] + spans[u + 2] * spans[v + 2];
  return uv * uv > (1 - THIN) * (uu * vv);
}

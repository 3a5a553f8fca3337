import { OBB_STRIDE } from '../../../../primitives/flat/boxLayout';
import { ConvexShape } from '../../../../primitives/flat/convexShape';
import { Motion } from '../../../../primitives/flat/motion';
import { CommonPoint } from '../../../../primitives/query/sweeps/commonPoint';
import { MovingCapsule } from '../../../../primitives/query/sweeps/movingCapsule';
import { SupportingFeature } from '../../../../primitives/query/sweeps/supportingFeature';
import { SweptAxes } from '../../../../primitives/query/sweeps/sweptAxes';
import { SweptPair } from '../../../../primitives/query/sweeps/sweptPair';
import { memoryBase } from '../../../memory/workingMemory';

/** The pair of shapes of a sweep in the kernel, and its motion: objects in the kernel's working memory, as there is no allocator. */

const BYTES: i32 = 4096;
const ROOM: usize = memoryBase + memory.data(BYTES, 16);
let end: usize = ROOM;

function take(bytes: i32): usize {
  const at = end;
  end += (bytes + 15) & ~15;
  if (end > ROOM + BYTES) unreachable();
  return at;
}

/** Gives the object at an address an array of its own, whose field is at an offset. */
function addNumbers(object: usize, offset: usize, count: i32): void {
  store<usize>(object + offset, take(count * 8));
}

function makeShape(): usize {
  const at = take(offsetof<ConvexShape>());
  addNumbers(at, offsetof<ConvexShape>('vertices'), 24);
  addNumbers(at, offsetof<ConvexShape>('spans'), 9);
  addNumbers(at, offsetof<ConvexShape>('bounds'), 6);
  addNumbers(at, offsetof<ConvexShape>('record'), OBB_STRIDE);
  return at;
}

function makeCapsule(): usize {
  const at = take(offsetof<MovingCapsule>());
  addNumbers(at, offsetof<MovingCapsule>('ends'), 6);
  addNumbers(at, offsetof<MovingCapsule>('way'), 3);
  addNumbers(at, offsetof<MovingCapsule>('spans'), 12);
  addNumbers(at, offsetof<MovingCapsule>('lengths'), 4);
  addNumbers(at, offsetof<MovingCapsule>('determinants'), 4);
  addNumbers(at, offsetof<MovingCapsule>('along'), 4);
  addNumbers(at, offsetof<MovingCapsule>('across'), 4);
  return at;
}

function makeAxes(): usize {
  const at = take(offsetof<SweptAxes>());
  addNumbers(at, offsetof<SweptAxes>('edges'), 18);
  addNumbers(at, offsetof<SweptAxes>('offset'), 3);
  addNumbers(at, offsetof<SweptAxes>('way'), 3);
  addNumbers(at, offsetof<SweptAxes>('axis'), 3);
  return at;
}

function makeFeature(): usize {
  const at = take(offsetof<SupportingFeature>());
  addNumbers(at, offsetof<SupportingFeature>('vertex'), 3);
  addNumbers(at, offsetof<SupportingFeature>('spans'), 6);
  return at;
}

function makeCommonPoint(): usize {
  const at = take(offsetof<CommonPoint>());
  addNumbers(at, offsetof<CommonPoint>('normal'), 3);
  store<usize>(at, makeFeature(), offsetof<CommonPoint>('a'));
  store<usize>(at, makeFeature(), offsetof<CommonPoint>('b'));
  addNumbers(at, offsetof<CommonPoint>('point'), 3);
  addNumbers(at, offsetof<CommonPoint>('across'), 6);
  addNumbers(at, offsetof<CommonPoint>('width'), 2);
  addNumbers(at, offsetof<CommonPoint>('flat'), 6);
  addNumbers(at, offsetof<CommonPoint>('sum'), 2);
  return at;
}

/** Makes the parts of a pair that closedSweep uses. */
function makePair(): usize {
  const at = take(offsetof<SweptPair>());
  store<usize>(at, makeShape(), offsetof<SweptPair>('a'));
  store<usize>(at, makeShape(), offsetof<SweptPair>('b'));
  addNumbers(at, offsetof<SweptPair>('contact'), 6);
  addNumbers(at, offsetof<SweptPair>('before'), 3);
  store<usize>(at, makeCapsule(), offsetof<SweptPair>('capsule'));
  store<usize>(at, makeAxes(), offsetof<SweptPair>('axes'));
  store<usize>(at, makeCommonPoint(), offsetof<SweptPair>('common'));
  return at;
}

function makeMotion(): usize {
  const at = take(offsetof<Motion>());
  addNumbers(at, offsetof<Motion>('way'), 3);
  return at;
}

export const pair: SweptPair = changetype<SweptPair>(makePair());
export const motion: Motion = changetype<Motion>(makeMotion());

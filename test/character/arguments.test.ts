import { BoxScene } from 'slabtree';
import { depenetrate, keepInSight, moveAndSlide } from 'slabtree/character';
import { SceneIndex } from 'slabtree/three';
import { Group } from 'three';
import { describe, expect, it } from 'vitest';
import { expectOptions } from '../support/expectOptions';
import { interrupted, readableOnce } from '../support/hostileArguments';
import { characterCalls } from './support/characterCalls';

const capsule = { a: { x: 0, y: 1, z: 0 }, b: { x: 0, y: 2, z: 0 }, radius: 0.4 };
const still = { x: 0, y: 0, z: 0 };
const projection = [1, 0, 0, 0, 0, 1.5, 0, 0, 0, 0, -1.02, -1, 0, 0, -0.202, 0];
const camera = { position: { x: 0, y: 1, z: 8 }, projection };

describe.each(characterCalls)('%s', (_, given, call) => {
  const plainly = call(...(given as never[]));

  it('the call reads each argument once and uses the values that it checked', () => {
    expect(call(...(given.map(readableOnce) as never[]))).toEqual(plainly);
  });

  it('the call returns the right answer although a getter makes other calls', () => {
    const interrupt = () => {
      for (const [, others, other] of characterCalls) other(...(others as never[]));
    };
    expect(call(...(given.map((argument) => interrupted(argument, interrupt)) as never[]))).toEqual(plainly);
  });
});

describe('mistakes with characters', () => {
  const scene = new BoxScene();

  it('a misspelt option is an error, and so is one that is null', async () => {
    const move = (options: object) => moveAndSlide(scene, capsule, still, options);
    const moveNames = ['up', 'maxStep', 'minGroundNormal', 'snap', 'margin', 'maxSlides', 'mask', 'filter'];
    await expectOptions(moveNames, move);
    await expectOptions(['margin', 'maxRounds', 'mask', 'filter'], (options) => depenetrate(scene, capsule, options));
    await expectOptions(['margin', 'clipSpace', 'mask', 'filter'], (options) =>
      keepInSight(scene, still, camera, options),
    );
  });

  it.each([
    [{ maxStep: -1 }, 'options.maxStep must not be negative, got -1'],
    [{ snap: NaN }, 'options.snap must be a finite number, got NaN'],
    [{ margin: 0 }, 'options.margin must be more than 0, got 0'],
    [{ maxSlides: 1.5 }, 'options.maxSlides must be an integer of 1 or more, got 1.5'],
    [{ minGroundNormal: 45 }, 'options.minGroundNormal must be the cosine of the steepest slope'],
    [{ up: { x: 0, y: 0, z: 0 } }, 'options.up must not have length 0'],
    [{ ground: true }, 'options.ground must be the ground that the step before has returned, or null, got true'],
    [{ ground: {} }, 'options.ground.id must be a number, got undefined'],
  ])('the error says what is wrong with %o', (options, message) => {
    expect(() => moveAndSlide(scene, capsule, still, options as object)).toThrow(message);
  });

  it.each([
    [null, 'null'],
    [undefined, 'undefined'],
    [capsule, 'an object with a, b, radius'],
    [SceneIndex.from(new Group()), 'a value of type SceneIndex: give its solids'],
    [{ boxes: scene }, 'an object with boxes: give its boxes'],
    [{ sweep: () => Promise.resolve(null), contacts: () => Promise.resolve([]) }, 'an object with sweep, contacts'],
  ])('the error says that %o is no scene', (given, shown) => {
    const message = `scene must be a BoxScene or the solids of a SceneIndex, got ${shown}`;
    const calls = [
      () => moveAndSlide(given as never, capsule, still),
      () => depenetrate(given as never, undefined as never),
      () => keepInSight(given as never, still, camera),
    ];
    for (const call of calls) expect(call).toThrow(new TypeError(message));
  });

  it('the error says what is wrong with a capsule, a motion, a shape or a camera', () => {
    expect(() => moveAndSlide(scene, { ...capsule, radius: 0 }, still)).toThrow(
      'capsule.radius must be more than 0, got 0',
    );
    expect(() => moveAndSlide(scene, { center: still, radius: 1 } as never, still)).toThrow(
      'capsule must be a capsule { a, b, radius }, got an object with center, radius',
    );
    expect(() => moveAndSlide(scene, { a: still, radius: 1 } as never, still)).toThrow('capsule.b must be a vector');
    expect(() => moveAndSlide(scene, { start: still, end: still, radius: 1 } as never, still)).toThrow(
      'capsule must be a capsule { a, b, radius }, got an object with start, end, radius: name the ends of a capsule a and b',
    );
    expect(() => depenetrate(scene, { start: still, end: still, radius: 1 } as never)).toThrow(
      'got an object with start, end, radius: name the ends of a capsule a and b',
    );
    expect(() => depenetrate(scene, { a: still, b: still } as never)).toThrow(
      'shape must be a capsule { a, b, radius } or a triangle { a, b, c }, got an object with a, b',
    );
    expect(() => moveAndSlide(scene, capsule, { ...still, x: NaN })).toThrow(
      'motion.x must be a finite number, got NaN',
    );
    expect(() => depenetrate(scene, { radius: 1 } as never)).toThrow('shape.center must be a vector');
    expect(() => depenetrate(scene, {} as never)).toThrow('shape must be a point { x, y, z }');
    expect(() => keepInSight(scene, still, undefined as never)).toThrow('camera must be { position, projection }');
  });
});

import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { placeUnder } from '../../examples/cities/placeUnder';
import type { City } from '../../examples/world/cities';
import { cityBox } from '../../examples/world/cityBox';
import { earthCentred } from '../../examples/world/globe';

/** Cities in the order of their ids: on the equator, and on the other side of the globe. */
const cities: City[] = [
  { name: 'Here', country: 'XX', population: 10_000_000, loc: { coordinates: [0, 0] } },
  { name: 'There', country: 'XX', population: 10_000_000, loc: { coordinates: [180, 0] } },
];
const places = new BoxScene();
for (const city of cities) places.addObb(cityBox(city));

/** 9,000 km above longitude 0, looking straight down. */
const above = { origin: earthCentred({ longitude: 0, latitude: 0, height: 9e6 }), direction: { x: -1, y: 0, z: 0 } };

describe('placeUnder', () => {
  it('the place under a pointer is the one whose tower is hit', () => {
    expect(placeUnder(places, above)).toEqual({ id: 0, away: 0 });
  });

  it('the globe hides places behind it', () => {
    const onlyBehind = new BoxScene();
    onlyBehind.addObb(cityBox(cities[1]));
    const found = placeUnder(onlyBehind, above);
    expect(found?.id).toBe(0);
    // The ray would reach it through the globe. The distance counts from where the ray hits the ground.
    expect(found?.away).toBeGreaterThan(12_000_000);
  });

  it('the place is the nearest one if the ground is hit, with its distance', () => {
    const ray = { origin: earthCentred({ longitude: 1, latitude: 0, height: 9e6 }), direction: { x: -1, y: 0, z: 0 } };
    const found = placeUnder(places, ray);
    expect(found?.id).toBe(0);
    // A degree on the ground, minus half of the tower's width.
    expect(found?.away).toBeGreaterThan(80_000);
    expect(found?.away).toBeLessThan(400_000);
  });

  it('the place is null if the ray misses the globe, or if the globe is behind', () => {
    expect(placeUnder(places, { ...above, direction: { x: 0, y: 0, z: 1 } })).toBeNull();
    expect(placeUnder(places, { ...above, direction: { x: 1, y: 0, z: 0 } })).toBeNull();
  });

  it('the place may be beyond the globe’s edge, if a tower rises behind it', () => {
    const behindEdge = { origin: { x: 9e6, y: 0, z: 6_400_000 }, direction: { x: -1, y: 0, z: 0 } };
    const far = new BoxScene();
    // 5 degrees beyond the north pole. Seen from the camera, its foot is below the edge, and at 190 km it is above.
    far.addObb(cityBox({ name: 'Far', country: 'XX', population: 10_000_000, loc: { coordinates: [180, 85] } }));
    expect(placeUnder(far, behindEdge)).toEqual({ id: 0, away: 0 });
  });
});

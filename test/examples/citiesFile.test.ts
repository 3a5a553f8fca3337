import { describe, expect, it } from 'vitest';
import { decodeCities, encodeCities } from '../../examples/cities/citiesFile';
import { cities } from '../../examples/world/cities';

describe('the file of places that the page loads', () => {
  const file = encodeCities(cities);
  const decoded = decodeCities(file.slice().buffer);

  it('the file holds all places of the package in the same order, bit for bit', () => {
    expect(decoded).toHaveLength(cities.length);
    const differing = decoded.findIndex((city, i) => {
      const { name, country, population, loc } = cities[i];
      return (
        city.name !== name ||
        city.country !== country ||
        city.population !== population ||
        !Object.is(city.loc.coordinates[0], loc.coordinates[0]) ||
        !Object.is(city.loc.coordinates[1], loc.coordinates[1])
      );
    });
    expect(differing).toBe(-1);
  });
});

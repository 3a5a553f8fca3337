import type { City } from '../world/cities';

// A file of places that a page can load. It has the number of places, then a column for each field, then the names.
const COUNT_BYTES = 4;
const PLACE_BYTES = 3 * Int32Array.BYTES_PER_ELEMENT + 2;

/** The degrees in the package are whole numbers divided by this. So the file gives exactly the same numbers. */
const STEPS_PER_DEGREE = 1e5;

/** Writes places in the format that {@link decodeCities} reads. */
export function encodeCities(cities: readonly City[]): Uint8Array {
  const names = new TextEncoder().encode(cities.map((city) => city.name).join('\n'));
  const file = new Uint8Array(COUNT_BYTES + PLACE_BYTES * cities.length + names.length);
  const { count, longitudes, latitudes, populations, countries } = columnsOf(file.buffer, cities.length);
  count[0] = cities.length;
  cities.forEach(({ country, population, loc }, i) => {
    const [longitude, latitude] = loc.coordinates;
    longitudes[i] = Math.round(longitude * STEPS_PER_DEGREE);
    latitudes[i] = Math.round(latitude * STEPS_PER_DEGREE);
    populations[i] = population;
    countries[2 * i] = country.charCodeAt(0);
    countries[2 * i + 1] = country.charCodeAt(1);
  });
  file.set(names, file.length - names.length);
  return file;
}

/** The places of a file, in the order in which they were encoded. */
export function decodeCities(file: ArrayBuffer): City[] {
  const [count] = new Uint32Array(file, 0, 1);
  const { longitudes, latitudes, populations, countries } = columnsOf(file, count);
  const names = new TextDecoder().decode(new Uint8Array(file, COUNT_BYTES + PLACE_BYTES * count)).split('\n');
  return Array.from({ length: count }, (_, i) => ({
    name: names[i],
    country: String.fromCharCode(countries[2 * i], countries[2 * i + 1]),
    population: populations[i],
    loc: { coordinates: [longitudes[i] / STEPS_PER_DEGREE, latitudes[i] / STEPS_PER_DEGREE] },
  }));
}

/** Views on the columns of a file. */
function columnsOf(file: ArrayBuffer, count: number) {
  const column = 4 * count;
  return {
    count: new Uint32Array(file, 0, 1),
    longitudes: new Int32Array(file, COUNT_BYTES, count),
    latitudes: new Int32Array(file, COUNT_BYTES + column, count),
    populations: new Uint32Array(file, COUNT_BYTES + 2 * column, count),
    countries: new Uint8Array(file, COUNT_BYTES + 3 * column, 2 * count),
  };
}

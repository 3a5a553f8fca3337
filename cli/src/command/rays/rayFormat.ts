import { extname } from 'node:path';

/** The formats of rays: a CSV, or flat binary with 6 little-endian float32 or float64 numbers for each ray. */
export const RAY_FORMATS = ['csv', 'f32', 'f64'] as const;
export type RayFormat = (typeof RAY_FORMATS)[number];

/** The formats of hits: a CSV, or flat binary with 2 or 5 little-endian float64 numbers for each ray. */
export const HIT_FORMATS = ['csv', 'f64'] as const;
export type HitFormat = (typeof HIT_FORMATS)[number];

/** Returns the format of a file of rays by the extension of its name. A file is a CSV unless it has the extension of a flat binary file. */
export function rayFormatOf(path: string): RayFormat {
  return formatOf(path, RAY_FORMATS);
}

/** Returns the format of a file of hits, as {@link rayFormatOf} does for rays. */
export function hitFormatOf(path: string): HitFormat {
  return formatOf(path, HIT_FORMATS);
}

function formatOf<Format extends RayFormat>(path: string, formats: readonly Format[]): Format {
  const extension = extname(path).slice(1).toLowerCase();
  return formats.find((format) => format === extension) ?? formats[0];
}

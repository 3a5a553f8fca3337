import { extname } from 'node:path';

/** How boxes are written. */
export const BOX_FORMATS = ['csv', 'json', 'gltf'] as const;
export type BoxFormat = (typeof BOX_FORMATS)[number];

/** The format of a file by its name; null where that does not tell. */
export function formatOf(path: string): BoxFormat | null {
  switch (extname(path).toLowerCase()) {
    case '.csv':
      return 'csv';
    case '.json':
      return 'json';
    case '.gltf':
    case '.glb':
      return 'gltf';
    default:
      return null;
  }
}

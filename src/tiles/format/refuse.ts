import { SlabtreeFormatError } from 'slabtree';

/** Rejects bytes that are not a file of tiles as docs/format.md defines it. */
export function refuse(reason: string): never {
  throw new SlabtreeFormatError(`this is not a readable file of tiles: ${reason}`);
}

/** Rejects one tile. The others may be sound. */
export function refuseTile(tile: number, reason: string): never {
  throw new SlabtreeFormatError(`tile ${tile} is not readable: ${reason}`);
}

/** The name of the city's file, which lies beside the page. */
export const FILE = 'city.slabs';

/** The boxes of the whole city, a file of 1.6 GB, which `npm run tiles` makes. */
export const BOXES = 20_000_000;

/** The boxes of the small city, a file of 4 MB, which is there until then: its middle, 7 by 7 blocks. */
export const SMALL_BOXES = 49_000;

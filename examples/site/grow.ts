/** A page shows more if a frame takes at most so many milliseconds. */
const QUICK = 25;

interface TimedPicture {
  /** How long a frame takes until it is drawn, in milliseconds. */
  timeFrame(): Promise<number>;
}

/**
 * Shows little at first, so that there is a picture at once, and then more and more, as long as frames are quick.
 *
 * @param sizes from the smallest.
 * @param show shows so much.
 * @returns the size that is shown in the end.
 */
export async function grow(
  picture: TimedPicture,
  sizes: readonly number[],
  show: (size: number) => Promise<void> | void,
): Promise<number> {
  let shown = 0;
  for (const size of sizes) {
    if (shown > 0 && (await picture.timeFrame()) > QUICK) break;
    await show(size);
    shown = size;
  }
  return shown;
}

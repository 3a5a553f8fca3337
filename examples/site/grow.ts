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
 * @param stopped aborted when the picture must stay as it is.
 */
export async function grow<Size>(
  picture: TimedPicture,
  sizes: readonly Size[],
  show: (size: Size) => Promise<void> | void,
  stopped?: AbortSignal,
): Promise<void> {
  for (const [i, size] of sizes.entries()) {
    if (i > 0 && (await picture.timeFrame()) > QUICK) return;
    if (stopped?.aborted === true) return;
    await show(size);
  }
}

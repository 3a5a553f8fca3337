/** Told how many boxes are done, ever more. */
export type OnProgress = (boxes: number) => void;

/** Called with the number of boxes done so far, which never decreases. */
export type OnProgress = (boxes: number) => void;

/** What the page sends to the frame, once. */
export interface Program {
  /** What the code may import, by name. */
  readonly modules: Readonly<Record<string, Blob>>;
  readonly code: string;
}

/** A line on the console of the code. */
export interface Entry {
  readonly kind: 'log' | 'warn' | 'error';
  readonly text: string;
  /** The line of the code, counted from 1. Null for an error that has no place in it, and for all but errors. */
  readonly line: number | null;
}

/** What the frame sends to the page. */
export type FrameMessage =
  /** It waits for its program. */
  | { readonly kind: 'ready' }
  /** The program has started, and the frame still answers. */
  | { readonly kind: 'started' }
  /** Entries in the order of the calls. */
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  /** A loop ran too long. */
  | { readonly kind: 'ended' };

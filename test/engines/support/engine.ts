/** A browser on this machine. */
export interface Engine {
  readonly name: string;
  /** Starts the browser with a page and an empty profile. */
  open(address: string): Promise<OpenPage>;
}

export interface OpenPage {
  /** Rejects if the browser ends by itself. */
  readonly ended: Promise<never>;
  /** Ends the browser. */
  close(): Promise<void>;
}

/** A browser on this machine. */
export interface Engine {
  readonly name: string;
  /** Starts the browser with a page, and with nothing that it would know from another time. */
  open(address: string): Promise<OpenPage>;
}

export interface OpenPage {
  /** Rejects where the browser ends by itself. */
  readonly ended: Promise<never>;
  /** Ends the browser. */
  close(): Promise<void>;
}

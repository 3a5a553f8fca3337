/** Tells when the graphics card is done with a frame. Further frames would wait behind it, and delay the whole page. */
export class FrameFence {
  readonly #gl: WebGL2RenderingContext;
  #fence: WebGLSync | null = null;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /** Call this after each frame that goes to the graphics card. */
  set(): void {
    this.#gl.deleteSync(this.#fence);
    this.#fence = this.#gl.fenceSync(this.#gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.#gl.flush();
  }

  /** Returns when the last frame has been drawn. */
  async passed(): Promise<void> {
    while (!this.isPassed) await new Promise((resolve) => setTimeout(resolve));
  }

  /** Whether the last frame has been drawn. */
  get isPassed(): boolean {
    const gl = this.#gl;
    return !this.#fence || gl.getSyncParameter(this.#fence, gl.SYNC_STATUS) !== gl.UNSIGNALED;
  }
}

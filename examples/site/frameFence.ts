/** Tells when the graphics card is done with a frame: the next ones would wait behind it, and with them all that is shown. */
export class FrameFence {
  readonly #gl: WebGL2RenderingContext;
  #fence: WebGLSync | null = null;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /** To be called once a frame has been handed over. */
  set(): void {
    this.#gl.deleteSync(this.#fence);
    this.#fence = this.#gl.fenceSync(this.#gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.#gl.flush();
  }

  /** Whether the frame that was last handed over has been drawn. */
  get isPassed(): boolean {
    const gl = this.#gl;
    return !this.#fence || gl.getSyncParameter(this.#fence, gl.SYNC_STATUS) !== gl.UNSIGNALED;
  }
}

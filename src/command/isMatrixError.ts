/** Whether a scene has refused a box for its matrix, which cannot place one, and not for want of memory say. */
export function isMatrixError(thrown: unknown): thrown is RangeError {
  return thrown instanceof RangeError && thrown.message.startsWith('box.matrix');
}

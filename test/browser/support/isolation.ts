/** The headers that make a page cross-origin isolated, so it may share memory with threads. */
export const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

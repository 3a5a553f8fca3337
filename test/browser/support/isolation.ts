/** The headers by which a page is cross-origin isolated, and may share memory with threads. */
export const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

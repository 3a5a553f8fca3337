/** A page has shared memory only if it is served with these. */
export const ISOLATION_HEADERS =
  'the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';

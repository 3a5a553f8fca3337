/** What a page must be served with to have shared memory. */
export const ISOLATION_HEADERS =
  'the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';

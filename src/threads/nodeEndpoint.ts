// Comlink's types lack this file of it, and no import brings in what declares it.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./comlinkNodeAdapter.d.ts" />
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';

/** A port of Node as Comlink wants it. */
export { nodeEndpoint };

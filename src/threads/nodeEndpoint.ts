// comlink has no types for this file. Ours must be referenced, as no import would load them.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./comlinkNodeAdapter.d.ts" />
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';

/** Makes an endpoint for comlink from a port of Node. */
export { nodeEndpoint };

import type { Channel } from './channel';
import { nodeChannel } from './nodeChannel';
import { type WebWorker, webChannel } from './webChannel';

/** Starts the script of a thread: in a Web Worker where there are such, elsewhere in a worker thread of Node, by its URL. */
export async function openChannel(openWebWorker: () => WebWorker, url: string): Promise<Channel> {
  return 'Worker' in globalThis ? webChannel(openWebWorker()) : nodeChannel(url);
}

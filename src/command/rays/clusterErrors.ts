import { InputError } from '../text/errors';

/** Passes on what a cluster gives. Its errors have messages for the user. */
export async function* orInputError<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (thrown) {
    throw asInputError(thrown);
  }
}

export function asInputError(thrown: unknown): unknown {
  // By its name: the class is loaded only with the cluster.
  return thrown instanceof Error && thrown.name === 'ClusterError' ? new InputError(thrown.message) : thrown;
}

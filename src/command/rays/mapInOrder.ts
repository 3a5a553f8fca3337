/**
 * What becomes of each item, in their order, with several under way at a time: an answer comes as soon as it and those before
 * it are there, and an error after the answers before it.
 *
 * @param limit how many are under way: beyond that, items wait until answers are taken.
 */
export async function* mapInOrder<Item, Answer>(
  items: AsyncIterator<Item>,
  limit: number,
  map: (item: Item) => Promise<Answer>,
): AsyncGenerator<Answer> {
  const underWay: Promise<Answer>[] = [];
  let next: Promise<IteratorResult<Item>> | null = handled(items.next());
  while (next !== null || underWay.length > 0) {
    if (
      next === null ||
      underWay.length === limit ||
      (underWay.length > 0 && (await settlesFirst(underWay[0], next)))
    ) {
      yield await underWay[0];
      void underWay.shift();
      continue;
    }
    try {
      const item: IteratorResult<Item> = await next;
      next = item.done === true ? null : handled(items.next());
      if (item.done !== true) underWay.push(handled(map(item.value)));
    } catch (thrown) {
      next = null;
      underWay.push(handled(Promise.reject(thrown as Error)));
    }
  }
}

/** A promise that is awaited only later: until then, Node is not to end the process for its rejection. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

function settlesFirst(one: Promise<unknown>, other: Promise<unknown>): Promise<boolean> {
  const is = (answer: boolean) => () => answer;
  return Promise.race([one.then(is(true), is(true)), other.then(is(false), is(false))]);
}

/**
 * Maps items to answers, several at a time, and yields the answers in the order of the items. An answer is yielded as
 * soon as it and all earlier answers are ready. An error is thrown after the answers to the items before it.
 *
 * @param limit how many items are mapped at once at most. Further items wait until the caller takes answers.
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

/**
 * Marks a promise as handled, because it is awaited only later. Otherwise a rejection before that ends Node's process.
 */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

function settlesFirst(one: Promise<unknown>, other: Promise<unknown>): Promise<boolean> {
  const is = (answer: boolean) => () => answer;
  return Promise.race([one.then(is(true), is(true)), other.then(is(false), is(false))]);
}

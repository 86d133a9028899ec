/** Iterates over all items of a paged list. */
import type { PageRequest } from "../ports/stores.ts";

const PAGE = 100;

/**
 * In the order of the list: newest first by `time`, then by id. Items may be deleted while iterating: the
 * next page continues after the last one all the same.
 */
export async function* everyItem<T extends { id: string }>(
  read: (page: PageRequest) => Promise<T[]>,
  time: (item: T) => number,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  for (;;) {
    const items = await read({ limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    yield* items;
    const last = items.at(-1);
    if (items.length < PAGE || last === undefined) return;
    cursor = `${time(last)}~${last.id}`;
  }
}

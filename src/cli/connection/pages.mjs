/** Pages of a list, one after the other. */

const PAGE = 50;

/**
 * @template T
 * @typedef {(page: {cursor: string | null, limit: number}) => Promise<{items: T[], next_cursor: string | null}>} ReadPage
 */

/**
 * The pages up to so many items; without a number, all.
 * @template T
 * @param {ReadPage<T>} read
 * @param {number | undefined} [most]
 * @returns {AsyncGenerator<T[]>}
 */
export async function* pagesOf(read, most = Number.POSITIVE_INFINITY) {
  let left = most;
  for (let cursor = /** @type {string | null} */ (null); left > 0; ) {
    const page = await read({ cursor, limit: Math.min(PAGE, left) });
    const items = page.items.slice(0, left);
    yield items;
    left -= items.length;
    cursor = page.next_cursor;
    if (cursor === null || items.length === 0) return;
  }
}

/**
 * A list that comes whole, as pages.
 * @template T
 * @param {Promise<{items: T[]}>} answer
 * @param {number | undefined} [most]
 * @returns {AsyncGenerator<T[]>}
 */
export async function* wholeList(answer, most) {
  const { items } = await answer;
  yield items.slice(0, most);
}

/** Work on many things, a few at a time. */

/**
 * Rejects with the first failure; nothing new is begun after it.
 * @template T, R
 * @param {Iterable<T>} items
 * @param {number} most at once
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>} in order
 */
export async function inPool(items, most, work) {
  const waiting = [...items].entries();
  /** @type {R[]} */
  const results = [];
  let isBroken = false;
  const worker = async () => {
    for (const [index, item] of waiting) {
      if (isBroken) return;
      results[index] = await work(item).catch((error) => {
        isBroken = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
  return results;
}

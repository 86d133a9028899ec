/** Ids of operations: what programs call them by stays, also where a rule for new ones changes. */

/**
 * The ids of the operations that there are, by method and path; one that is known already keeps its id.
 * @param {import("./page.mjs").Description} description
 * @param {Record<string, string>} known
 * @returns {Record<string, string>}
 */
export function operationIds({ paths }, known) {
  const ids = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => {
      const name = `${method.toUpperCase()} ${path}`;
      return /** @type {const} */ ([name, known[name] ?? operationId]);
    }),
  );
  return Object.fromEntries(ids.sort(([a], [b]) => (a < b ? -1 : 1)));
}

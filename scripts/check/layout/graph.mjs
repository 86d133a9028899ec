/** Cycles of a graph, given as an adjacency map. */

/** @typedef {Map<string, Iterable<string>>} Graph */

/**
 * The strongly connected components of more than one node (Tarjan), in the order in which they are completed.
 * @param {Graph} graph
 * @returns {string[][]}
 */
export function circlesOf(graph) {
  return componentsOf(graph).filter((component) => component.length > 1);
}

/**
 * @param {Graph} graph
 * @returns {string[][]}
 */
function componentsOf(graph) {
  /** @type {Map<string, {index: number, low: number, onPath: boolean}>} */
  const seen = new Map();
  /** @type {string[]} */
  const path = [];
  /** @type {string[][]} */
  const components = [];

  /** @param {string} node */
  const visit = (node) => {
    const mine = { index: seen.size, low: seen.size, onPath: true };
    seen.set(node, mine);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      const known = seen.get(next);
      if (known === undefined) mine.low = Math.min(mine.low, visit(next).low);
      else if (known.onPath) mine.low = Math.min(mine.low, known.index);
    }
    if (mine.low === mine.index) components.push(close(node));
    return mine;
  };

  /** @param {string} node */
  const close = (node) => {
    const component = path.splice(path.indexOf(node));
    for (const each of component) {
      const known = seen.get(each);
      if (known !== undefined) known.onPath = false;
    }
    return component;
  };

  for (const node of graph.keys()) if (!seen.has(node)) visit(node);
  return components;
}

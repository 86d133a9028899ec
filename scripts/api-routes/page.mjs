/** The page of all routes, made from the API's own description. */

/** @typedef {{operationId: string, summary: string, security: unknown[]}} Operation */
/** @typedef {{paths: Record<string, Record<string, Operation>>}} Description */

const BASE = "/api/v1";
const BESIDE = "Beside `/api/v1`";
const METHODS = ["get", "post", "put", "patch", "delete"];

/** @param {Description} description */
export function routesPage({ paths }) {
  const groups = new Map();
  for (const route of Object.keys(paths).sort()) {
    const name = nameOf(route);
    groups.set(name, [...(groups.get(name) ?? []), ...rowsOf(route, paths[route] ?? {})]);
  }
  const sections = [...groups].map(([name, rows]) => [
    `## ${name}`,
    "",
    "| route | |",
    "| --- | --- |",
    ...rows,
    "",
  ]);
  return [...HEAD, ...sections.flat()].join("\n");
}

/** @param {string} route */
function nameOf(route) {
  return route.startsWith(BASE) ? (shortOf(route).split("/")[1] ?? "") : BESIDE;
}

/** @param {string} route */
function shortOf(route) {
  return route.startsWith(BASE) ? route.slice(BASE.length) : route;
}

const HEAD = [
  "# Every route",
  "",
  "Below `/api/v1`, but for the last few; what the important ones take and give is on [the API's page](api.md). A route that is open to anybody says so.",
  "This page is made by `node scripts/api-routes.mjs` from the table of routes; a test compares the two.",
  "",
];

/**
 * @param {string} route
 * @param {Record<string, Operation>} operations
 */
function rowsOf(route, operations) {
  return METHODS.flatMap((method) => {
    const operation = operations[method];
    if (operation === undefined) return [];
    const open = operation.security.length === 0 ? " Open to anybody." : "";
    return [
      `| \`${method.toUpperCase()} ${shortOf(route)}\` | ${operation.summary.replaceAll("|", "\\|")}${open} |`,
    ];
  });
}

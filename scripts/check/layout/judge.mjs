/**
 * The layering rule: each source stands in a storey and imports only what that storey may.
 * All functions take sources as texts, so that tests need no files.
 */
import path from "node:path";
import { circlesOf } from "./graph.mjs";
import { importsOf, packageOf, targetOf } from "./imports.mjs";

/**
 * @typedef {object} Storey
 * @property {string} name
 * @property {string} sentence
 * @property {string[]} folders folders and single files that stand in it
 * @property {string[]} below what it may import: names of storeys, or folders and files
 * @property {string[]} [types] storeys of which it may import types alone
 * @property {string[]} [doors] file names through which one of its folders sees another; absent: any file
 * @property {true} [core] compiles without the types of Cloudflare (tsconfig.core.json)
 */

/** @typedef {{storeys: Storey[], packages: Record<string, string[]>}} House */
/** @typedef {Map<string, string>} Sources texts by path */
/** @typedef {{file: string, line: number, to: string, names: string[], typeOnly: boolean, package: boolean}} Edge */

/**
 * All violations, a line each.
 * @param {Sources} sources
 * @param {House} house
 * @returns {string[]}
 */
export function judge(sources, house) {
  const edges = edgesOf(sources);
  const inside = edges.filter((edge) => !edge.package);
  return [
    ...homeless(sources, house),
    ...edges.flatMap((edge) => refusal(edge, house) ?? []),
    ...unused(edges, house),
    ...describeCircles(inside, (edge) => [edge.file, edge.to], "files"),
    ...circlesOfFolders(inside),
  ];
}

/**
 * @param {Sources} sources
 * @returns {Edge[]}
 */
export function edgesOf(sources) {
  return [...sources].flatMap(([file, text]) =>
    importsOf(file, text).map(({ from, names, line, typeOnly }) => {
      const target = targetOf(file, from);
      return { file, line, names, typeOnly, to: target ?? packageOf(from), package: target === undefined };
    }),
  );
}

/**
 * The reason why an import is refused; undefined when it is allowed.
 * @param {Edge} edge
 * @param {House} house
 * @returns {string | undefined}
 */
export function refusal(edge, house) {
  const reason = edge.package ? packageRefusal(edge, house) : importRefusal(edge, house);
  if (reason === undefined) return undefined;
  const names = edge.names.length === 0 ? "" : ` (${edge.names.join(", ")})`;
  return `${edge.file}:${edge.line} imports ${edge.to}${names}: ${reason}`;
}

/**
 * @param {Edge} edge
 * @param {House} house
 */
function packageRefusal({ file, to }, { packages }) {
  const folders = packages[to] ?? packages[`${to.split(":")[0]}:*`];
  if (folders === undefined) return "no folder may import this package (scripts/check/layout/packages.mjs)";
  return folders.some((folder) => isIn(file, folder)) ? undefined : `only ${folders.join(", ")} may`;
}

/**
 * @param {Edge} edge
 * @param {House} house
 */
function importRefusal({ file, to, typeOnly }, { storeys }) {
  const [from, target] = [homeOf(file, storeys), homeOf(to, storeys)];
  if (from === undefined) return undefined;
  if (target === undefined) return "it stands in no storey";
  if (from.folder === target.folder) return undefined;
  if (from.storey === target.storey) return doorRefusal(to, from.storey);
  const { name, below, types = [] } = from.storey;
  if (below.includes(target.storey.name) || below.some((entry) => isIn(to, entry))) return undefined;
  if (types.includes(target.storey.name))
    return typeOnly
      ? undefined
      : `${name} may import types alone of ${target.storey.name}: write \`import type\``;
  return `${name} may import ${below.length === 0 ? "nothing" : below.join(", ")}, and not ${target.storey.name}`;
}

/**
 * @param {string} to
 * @param {Storey} storey
 */
function doorRefusal(to, { name, doors }) {
  if (doors === undefined || doors.includes(path.posix.basename(to))) return undefined;
  return `in ${name}, one folder sees another through ${doors.join(" or ")} alone`;
}

/**
 * The storey of a file, and the longest of its folders that contains the file.
 * @param {string} file
 * @param {Storey[]} storeys
 * @returns {{storey: Storey, folder: string} | undefined}
 */
function homeOf(file, storeys) {
  const homes = storeys.flatMap((storey) =>
    storey.folders.filter((folder) => isIn(file, folder)).map((folder) => ({ storey, folder })),
  );
  return homes.toSorted((one, other) => other.folder.length - one.folder.length)[0];
}

/**
 * @param {string} file
 * @param {string} place a folder or a file
 */
const isIn = (file, place) => file === place || file.startsWith(`${place}/`);

/**
 * @param {Sources} sources
 * @param {House} house
 */
function homeless(sources, { storeys }) {
  return [...sources.keys()]
    .filter((file) => homeOf(file, storeys) === undefined)
    .map((file) => `${file} stands in no storey: name its folder in scripts/check/layout/storeys.mjs`);
}

/**
 * Entries of a list that stand for nothing.
 * @param {Edge[]} edges
 * @param {House} house
 */
function unused(edges, { storeys, packages }) {
  const files = edges.flatMap(({ file, to }) => [file, to]);
  const empty = storeys
    .flatMap(({ folders }) => folders)
    .filter((folder) => !files.some((file) => isIn(file, folder)))
    .map((folder) => `${folder} has no sources: take it off its storey`);
  const unasked = Object.entries(packages).flatMap(([name, folders]) =>
    folders
      .filter((folder) => !edges.some((edge) => isTaken(edge, name) && isIn(edge.file, folder)))
      .map((folder) => `${folder} may import ${name} and does not: take it off its list`),
  );
  return [...empty, ...unasked];
}

/**
 * @param {Edge} edge
 * @param {string} name of a package; `node:*` stands for all of a scheme
 */
function isTaken(edge, name) {
  return edge.package && (name.endsWith("*") ? edge.to.startsWith(name.slice(0, -1)) : edge.to === name);
}

/**
 * Import cycles among sibling folders, at any depth: `src/a` and `src/b`, `web/chat/x` and `web/chat/y`.
 * Files beside them are not counted, nor are the top folders: the storeys order those.
 * @param {Edge[]} edges
 */
function circlesOfFolders(edges) {
  const places = new Set(edges.flatMap(({ file }) => ancestorsOf(file)));
  return [...places].flatMap((place) =>
    describeCircles(edges, ({ file, to }) => [childOf(place, file), childOf(place, to)], "folders"),
  );
}

/** @param {string} file */
function ancestorsOf(file) {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`);
}

/**
 * The folder right below a place that holds a file.
 * @param {string} place ends with a slash, or is empty
 * @param {string} file
 */
function childOf(place, file) {
  if (!file.startsWith(place)) return undefined;
  const slash = file.indexOf("/", place.length);
  return slash < 0 ? undefined : file.slice(0, slash);
}

/**
 * Describes each cycle with the imports that close it.
 * @param {Edge[]} edges
 * @param {(edge: Edge) => [string | undefined, string | undefined]} ends
 * @param {string} kind
 */
function describeCircles(edges, ends, kind) {
  const drawn = edges.flatMap((edge) => {
    const [from, to] = ends(edge);
    return from === undefined || to === undefined || from === to ? [] : [{ edge, from, to }];
  });
  return circlesOf(graphOf(drawn)).map((circle) => {
    const inside = drawn.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
    const lines = inside.map(({ edge }) => `  ${edge.file} -> ${edge.to} (${edge.names.join(", ")})`);
    return [`a circle of ${circle.length} ${kind}: ${circle.join(", ")}`, ...lines].join("\n");
  });
}

/**
 * @param {{from: string, to: string}[]} drawn
 * @returns {Map<string, Set<string>>}
 */
function graphOf(drawn) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const { from, to } of drawn) {
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
    if (!graph.has(to)) graph.set(to, new Set());
  }
  return graph;
}

/**
 * The rule of the rooms: each source is in a room, and imports only what its room's entry in the table names.
 * Everything here is a pure function of sources given as texts, so that the tests need no files.
 */
import path from "node:path";
import { circlesOf } from "./graph.mjs";
import { importsOf, packageOf, targetOf } from "./imports.mjs";

/**
 * @typedef {object} Room
 * @property {string} sentence what the room is
 * @property {string[]} may the rooms it may import, or single files of them; `*` stands for part of a name. A room that
 *   is named stands for its own files and not for the rooms inside it
 * @property {string[]} [packages] the packages it may import; `cloudflare:*` stands for all of a scheme
 * @property {true} [core] compiles without the types of Cloudflare (tsconfig.core.json)
 */

/** @typedef {Record<string, Room>} Rooms by path: a folder with what is below it, or one file */
/** @typedef {Map<string, string>} Sources texts by path */
/** @typedef {{file: string, line: number, to: string, names: string[], package: boolean}} Edge */

/** Imports that are refused in rooms of the core, whatever their lists say. */
const PLATFORM = /^(cloudflare:|node:|hono$|drizzle-orm$|@cloudflare\/)/;

/**
 * All violations, one per line.
 * @param {Sources} sources
 * @param {Rooms} rooms
 * @returns {string[]}
 */
export function judge(sources, rooms) {
  const edges = edgesOf(sources);
  return [
    ...homeless(sources, rooms),
    ...edges.flatMap((edge) => refusal(edge, rooms) ?? []),
    ...misplacedCore(rooms),
    ...unused(edges, sources, rooms),
    ...circlesOfFiles(edges),
    ...circlesOfRooms(edges, rooms),
  ];
}

/**
 * @param {Sources} sources
 * @returns {Edge[]}
 */
export function edgesOf(sources) {
  return [...sources].flatMap(([file, text]) =>
    importsOf(file, text).map(({ from, names, line }) => {
      const target = targetOf(file, from);
      return { file, line, names, to: target ?? packageOf(from), package: target === undefined };
    }),
  );
}

/**
 * The deepest room on the path to a file, or the file itself when it is a room.
 * @param {string} file
 * @param {Rooms} rooms
 * @returns {string | undefined}
 */
export function roomOf(file, rooms) {
  for (let place = file; place !== "."; place = path.posix.dirname(place)) {
    if (rooms[place] !== undefined) return place;
  }
  return undefined;
}

/**
 * Why the table refuses an import; undefined when it is allowed.
 * @param {Edge} edge
 * @param {Rooms} rooms
 * @returns {string | undefined}
 */
export function refusal(edge, rooms) {
  const from = roomOf(edge.file, rooms);
  const room = from === undefined ? undefined : rooms[from];
  if (room === undefined) return undefined;
  const to = edge.package ? undefined : roomOf(edge.to, rooms);
  if (to === from || entryOf(edge, room, rooms) !== undefined) return undefined;
  const names = edge.names.length === 0 ? "" : ` (${edge.names.join(", ")})`;
  const what = edge.package ? `the package ${edge.to}` : edge.to;
  return `${edge.file}:${edge.line} imports ${what}${names}, which is not in the list of ${from}`;
}

/**
 * The entry of a room's list that allows an import.
 * @param {Edge} edge
 * @param {Room} room
 * @param {Rooms} rooms
 */
function entryOf(edge, room, rooms) {
  if (edge.package) return room.packages?.find((entry) => fits(entry, edge.to));
  const to = roomOf(edge.to, rooms);
  return room.may.find((entry) => entry === to || fits(entry, edge.to));
}

/**
 * @param {string} entry
 * @param {string} name
 */
function fits(entry, name) {
  if (!entry.includes("*")) return entry === name;
  const parts = entry.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]*")}$`).test(name);
}

/**
 * @param {Sources} sources
 * @param {Rooms} rooms
 */
function homeless(sources, rooms) {
  return [...sources.keys()]
    .filter((file) => roomOf(file, rooms) === undefined)
    .map((file) => `${file} is in no room: name its room in scripts/check/layout/rooms`);
}

/**
 * Rooms of the core that import rooms outside it.
 * @param {Rooms} rooms
 */
function misplacedCore(rooms) {
  return Object.entries(rooms)
    .filter(([, room]) => room.core)
    .flatMap(([name, room]) => [
      ...(room.packages ?? [])
        .filter((entry) => PLATFORM.test(entry))
        .map((entry) => `${name} is of the core and may not import ${entry}`),
      ...room.may
        .filter((entry) => !rooms[roomOf(entry, rooms) ?? ""]?.core)
        .map((entry) => `${name} is of the core and may not import ${entry}, which is not`),
    ]);
}

/**
 * Rooms without files and entries that no import uses: the table lists exactly the imports that exist.
 * @param {Edge[]} edges
 * @param {Sources} sources
 * @param {Rooms} rooms
 */
function unused(edges, sources, rooms) {
  const lived = new Set(
    [...sources.keys(), ...edges.map((edge) => edge.to)].map((file) => roomOf(file, rooms)),
  );
  return Object.entries(rooms).flatMap(([name, room]) => {
    if (!lived.has(name)) return [`${name} is a room without sources: take it off the table`];
    const own = edges.filter((edge) => roomOf(edge.file, rooms) === name);
    const used = new Set(own.map((edge) => entryOf(edge, room, rooms)));
    return [...room.may, ...(room.packages ?? [])]
      .filter((entry) => !used.has(entry))
      .map((entry) => `${name} may import ${entry} and does not: take it off its list`);
  });
}

/** @param {Edge[]} edges */
function circlesOfFiles(edges) {
  return describeCircles(
    edges.filter((edge) => !edge.package),
    (file) => file,
    "files",
  );
}

/**
 * @param {Edge[]} edges
 * @param {Rooms} rooms
 */
function circlesOfRooms(edges, rooms) {
  return describeCircles(
    edges.filter((edge) => !edge.package),
    (file) => roomOf(file, rooms),
    "rooms",
  );
}

/**
 * Each cycle with the imports that close it.
 * @param {Edge[]} edges
 * @param {(file: string) => string | undefined} nodeOf
 * @param {string} kind
 */
function describeCircles(edges, nodeOf, kind) {
  return circlesOf(graphOf(edges, nodeOf)).map((circle) => {
    const inside = edges.filter((edge) => {
      const [from, to] = [nodeOf(edge.file), nodeOf(edge.to)];
      return from !== to && circle.includes(from ?? "") && circle.includes(to ?? "");
    });
    const lines = inside.map((edge) => `  ${edge.file} -> ${edge.to} (${edge.names.join(", ")})`);
    return [`a circle of ${circle.length} ${kind}: ${circle.join(", ")}`, ...lines].join("\n");
  });
}

/**
 * @param {Edge[]} edges
 * @param {(file: string) => string | undefined} nodeOf
 * @returns {Map<string, Set<string>>}
 */
export function graphOf(edges, nodeOf) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const edge of edges) {
    const [from, to] = [nodeOf(edge.file), nodeOf(edge.to)];
    if (from === undefined || to === undefined) continue;
    const targets = graph.get(from) ?? new Set();
    if (to !== from) targets.add(to);
    graph.set(from, targets);
    if (!graph.has(to)) graph.set(to, new Set());
  }
  return graph;
}

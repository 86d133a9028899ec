/** Makes the part of docs/design/layout.md that follows from the table of rooms. */
import { floorsOf } from "./graph.mjs";
import { roomOf } from "./judge.mjs";

/** @typedef {import("./judge.mjs").Rooms} Rooms */
/** @typedef {{title: string, root: string, rooms: Rooms}} Group `root` is left off the names of its rooms */

export const BEGIN = "<!-- made from scripts/check/layout/rooms by `npm run layout`: do not edit by hand -->";
export const END = "<!-- what follows is written by hand -->";

/**
 * The page with its generated part renewed.
 * @param {string} page
 * @param {Group[]} groups
 */
export function withRooms(page, groups) {
  const [before, rest] = halves(page, BEGIN);
  const [, after] = halves(rest, END);
  return `${before}${BEGIN}\n\n${roomsPage(groups)}\n${END}${after}`;
}

/**
 * @param {string} text
 * @param {string} mark
 * @returns {[string, string]}
 */
function halves(text, mark) {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`the page has lost its mark: ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

/** @param {Group[]} groups */
function roomsPage(groups) {
  return [...groups.map(tableOf), floorPlan(groups)].join("\n");
}

/** @param {Group} group */
function tableOf({ title, root, rooms }) {
  const rows = Object.entries(rooms).map(([name, room]) => {
    const may = room.may.map((entry) => `\`${short(entry, root)}\``).join(" ");
    const packages = (room.packages ?? []).map((entry) => `\`${entry}\``).join(" ");
    return `| \`${short(name, root)}\` | ${room.sentence} | ${may} | ${packages} |`;
  });
  const named = root === "" ? "" : ` (names without a folder are in \`${root}\`)`;
  const head = ["| room | what it is | imports | packages |", "| --- | --- | --- | --- |"];
  return [`### ${title}${named}`, "", ...head, ...rows, ""].join("\n");
}

/** @param {Group[]} groups */
function floorPlan(groups) {
  const rooms = Object.assign({}, ...groups.map((group) => group.rooms));
  const floors = floorsOf(roomGraph(rooms));
  const top = Math.max(...floors.values());
  const lines = Array.from({ length: top + 1 }, (_, index) => top - index).map((floor) => {
    const here = [...floors].filter(([, each]) => each === floor).map(([name]) => name);
    return `${String(floor).padStart(2)}  ${wrapped(here.sort())}`;
  });
  return [
    "### The floors: a room imports only from floors below its own",
    "",
    "```",
    ...lines,
    "```",
    "",
  ].join("\n");
}

/**
 * @param {Rooms} rooms
 * @returns {Map<string, Set<string>>}
 */
export function roomGraph(rooms) {
  return new Map(
    Object.entries(rooms).map(([name, room]) => [
      name,
      new Set(room.may.flatMap((entry) => roomOf(entry, rooms) ?? []).filter((to) => to !== name)),
    ]),
  );
}

/**
 * @param {string} name
 * @param {string} root
 */
function short(name, root) {
  return root !== "" && name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
}

/** @param {string[]} names */
function wrapped(names) {
  const lines = [""];
  for (const name of names) {
    const last = lines.at(-1) ?? "";
    if (last === "") lines[lines.length - 1] = name;
    else if (last.length + name.length > 112) lines.push(name);
    else lines[lines.length - 1] = `${last}  ${name}`;
  }
  return lines.join("\n    ");
}

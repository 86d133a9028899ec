/**
 * Derives tsconfig.core.json from the table: it includes the rooms of the core and excludes rooms inside them that are
 * not.
 */
import { roomOf } from "./judge.mjs";

/**
 * @param {import("./judge.mjs").Rooms} rooms
 * @returns {{include: string[], exclude: string[]}}
 */
export function coreProject(rooms) {
  const names = Object.keys(rooms).sort();
  const include = names.filter((name) => rooms[name]?.core && !insideCore(name, rooms));
  const exclude = names.filter((name) => !rooms[name]?.core && insideCore(name, rooms));
  return { include, exclude };
}

/**
 * @param {string} name
 * @param {import("./judge.mjs").Rooms} rooms
 */
function insideCore(name, rooms) {
  const around = roomOf(name.slice(0, name.lastIndexOf("/")), rooms);
  return around !== undefined && rooms[around]?.core === true;
}

/** The lines that the runtime and the Worker print: JSON with a level, or plain ones. */

const LEVELS = ["debug", "info", "log", "warn", "error"];

/**
 * The line as a person reads it; undefined: it is below the level that was asked for.
 * @param {string} line
 * @param {string} least a level of logs; `none` shows nothing but the runtime's own plain words
 * @returns {string | undefined}
 */
export function shownLine(line, least) {
  const { level, message } = parsed(line);
  if (message === "" || NOISE.some((pattern) => pattern.test(message))) return undefined;
  const [, code] = STORAGE.exec(message) ?? [];
  if (code !== undefined) return storageWords(code);
  if (level === undefined) return message;
  return least !== "none" && LEVELS.indexOf(level) >= LEVELS.indexOf(least) ? message : undefined;
}

const NOISE = [
  // The runtime's own start-up code is compiled again where it is told to spare memory.
  /NOSENTRY per-isolate bootstrap compile cache/,
  // Somebody has gone away.
  /disconnected: (?:peer disconnected|prematurely)/,
];

/** The runtime's words when a database could not be read or written, which a trace of addresses follows. */
const STORAGE = /SQLite failed;.*\b(SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN))\b/;

/** @param {string} code of SQLite */
function storageWords(code) {
  const cause = code === "SQLITE_FULL" ? "its disk is full" : "its disk may be full or damaged";
  return `The state could not be read or written (${code}): ${cause}. Nothing saved is lost. Make room on the disk; Nightjar goes on by itself.`;
}

/**
 * @param {string} line
 * @returns {{level?: string, message: string}}
 */
function parsed(line) {
  if (!line.startsWith("{")) return { message: line.trim() };
  try {
    const { level, message } = JSON.parse(line);
    return LEVELS.includes(level) ? { level, message: String(message) } : { message: line };
  } catch {
    return { message: line };
  }
}

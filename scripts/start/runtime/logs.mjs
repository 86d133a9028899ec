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
  if (level === undefined) return message;
  return least !== "none" && LEVELS.indexOf(level) >= LEVELS.indexOf(least) ? message : undefined;
}

const NOISE = [
  // The runtime's own start-up code is compiled again where it is told to spare memory.
  /NOSENTRY per-isolate bootstrap compile cache/,
  // Somebody has gone away.
  /disconnected: (?:peer disconnected|prematurely)/,
];

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

/**
 * Filters wrangler's output to the lines that a person wants to read: errors, warnings that can be acted on, the
 * Worker's own.
 */

const NOISE = [
  /^\[wrangler:info\]/,
  /^Using secrets defined in /,
  /^Your Worker has access to the following bindings/,
  /^Binding\s+Resource\s+Mode/,
  /^env\.\w+/,
  /^⎔ /,
  /Cloudflare collects anonymous telemetry/,
  // Local stand-ins are intended: the product itself says so where it matters.
  /Scheduled Workers are not automatically triggered during local/,
  /Vectorize.*(local|remote)/i,
  /Processing .* configuration:/,
  // wrangler's own start-up code is compiled again where it is told to spare memory.
  /NOSENTRY per-isolate bootstrap compile cache/,
  /`?wrangler dev`? now uses local mode by default/,
];

/** A filter keeps state, since one warning may run over several lines. */
export function createNoiseFilter() {
  let isNoise = true;
  return (/** @type {string} */ line) => {
    const plain = stripColours(line);
    // Blank and indented lines belong to the line before them.
    const isContinuation = plain.trim() === "" || /^\s{2,}\S/.test(plain);
    if (!isContinuation) isNoise = NOISE.some((pattern) => pattern.test(plain));
    return !isNoise;
  };
}

/** @param {string} line */
function stripColours(line) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours start with one
  return line.replace(/\u001b\[[0-9;]*m/g, "");
}

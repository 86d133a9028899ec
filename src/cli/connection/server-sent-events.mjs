/** Reads a text/event-stream, as far as Nightjar writes one. */

/** @typedef {{id: string | undefined, data: string}} Frame */

/**
 * @param {AsyncIterable<Uint8Array>} body
 * @returns {AsyncGenerator<Frame>}
 */
export async function* readFrames(body) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const frames = rest.split(/\r?\n\r?\n/);
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const parsed = parseFrame(frame);
      if (parsed !== undefined) yield parsed;
    }
  }
}

/**
 * Comments, which keep the connection alive, have no data.
 * @param {string} text
 * @returns {Frame | undefined}
 */
function parseFrame(text) {
  const fields = text.split(/\r?\n/).map(splitField);
  const data = fields.filter(({ name }) => name === "data").map(({ value }) => value);
  if (data.length === 0) return undefined;
  return { id: fields.find(({ name }) => name === "id")?.value, data: data.join("\n") };
}

/** @param {string} line */
function splitField(line) {
  const colon = line.indexOf(":");
  if (colon < 0) return { name: line, value: "" };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, "") };
}

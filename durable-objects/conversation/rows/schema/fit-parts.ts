/** Message parts and model replies as JSON that fits a row. */
import type { Reply } from "../../../../src/agent/turn.ts";
import type { Part } from "../../../../src/domain/message.ts";

/** Guard for the platform's limit of 2 MB a row, which local workerd does not enforce. */
export const MAX_MESSAGE_BYTES = 1_500_000;

const LONGEST_TEXT = 400_000;
/** Texts are not cut below this; beyond it, there are too many parts. */
const SHORTEST_CUT = 1_000;
const NOTE = "[cut: too long to keep whole]";

/**
 * Cuts the longest texts, with a note, until the JSON fits. When there are too many parts, those in the
 * middle are left out.
 */
export function fitParts(parts: readonly Part[]): string {
  let json = JSON.stringify(parts);
  for (let limit = LONGEST_TEXT; isTooLong(json); limit /= 2) {
    const cutParts = parts.map((part) => cut(part, limit));
    json = JSON.stringify(limit < SHORTEST_CUT ? ends(cutParts) : cutParts);
  }
  return json;
}

/** Cuts the reply's texts. Its calls stay whole: their inputs were already limited or refused. */
export function fittedReply<R extends Reply>(reply: R): string {
  let json = JSON.stringify(reply);
  for (let limit = LONGEST_TEXT; isTooLong(json) && limit >= 1; limit /= 2) {
    const blocks = reply.blocks.map((block) =>
      "text" in block && block.text.length > limit
        ? { ...block, text: `${block.text.slice(0, limit)}\n${NOTE}` }
        : block,
    );
    json = JSON.stringify({ ...reply, blocks });
  }
  return json;
}

function isTooLong(json: string): boolean {
  return json.length * 3 > MAX_MESSAGE_BYTES && byteLength(json) > MAX_MESSAGE_BYTES;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function cut(part: Part, limit: number): Part {
  const note = `\n${NOTE}`;
  if (part.type === "tool_result" && part.content.length > limit) {
    return { ...part, content: part.content.slice(0, limit) + note };
  }
  if ((part.type === "text" || part.type === "reasoning") && part.text.length > limit) {
    return { ...part, text: part.text.slice(0, limit) + note };
  }
  if (part.type === "tool_call" && JSON.stringify(part.input).length > limit) {
    return { ...part, input: { cut: NOTE } };
  }
  return part;
}

/** Parts from the beginning and from the end, as many as fit half a row each. */
function ends(parts: readonly Part[]): Part[] {
  const room = MAX_MESSAGE_BYTES / 2 - 1_000;
  const first = partsWithin(parts, room);
  const last = partsWithin(parts.slice(first.length).reverse(), room).reverse();
  return [...first, { type: "text", text: `\n${NOTE}\n` }, ...last];
}

function partsWithin(parts: readonly Part[], room: number): Part[] {
  let bytes = 0;
  const beyond = parts.findIndex((part) => {
    bytes += byteLength(JSON.stringify(part)) + 1;
    return bytes > room;
  });
  return parts.slice(0, beyond < 0 ? parts.length : beyond);
}

/** Parts of a message as JSON that fits a row. */
import type { Part } from "../../../../src/domain/message.ts";

/** Local workerd does not enforce the platform's 2 MB a row, so this guard does. */
export const MAX_MESSAGE_BYTES = 1_500_000;

/** The longest texts are cut, with a note, until it does. */
export function fitted(parts: readonly Part[]): string {
  let json = JSON.stringify(parts);
  for (
    let limit = 400_000;
    json.length * 3 > MAX_MESSAGE_BYTES && byteLength(json) > MAX_MESSAGE_BYTES;
    limit /= 2
  ) {
    json = JSON.stringify(parts.map((part) => cut(part, limit)));
  }
  return json;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function cut(part: Part, limit: number): Part {
  const note = "\n[cut: too long to keep whole]";
  if (part.type === "tool_result" && part.content.length > limit) {
    return { ...part, content: part.content.slice(0, limit) + note };
  }
  if ((part.type === "text" || part.type === "reasoning") && part.text.length > limit) {
    return { ...part, text: part.text.slice(0, limit) + note };
  }
  return part;
}

/** Files that are text go to the model as text, whatever it can take. */
import type { FileBlock, TextBlock } from "../../agent/ports/model.ts";

const TEXT =
  /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|toml|javascript|typescript|sql|x-sh)\b)|\+(?:json|xml)$/;

export function isReadableText(media_type: string): boolean {
  return TEXT.test(media_type);
}

export function textOfFile({ name, data }: FileBlock): TextBlock {
  return { type: "text", text: `<file name="${name.replace(/["<>]/g, "")}">\n${decoded(data)}\n</file>` };
}

function decoded(base64: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  } catch {
    // Not base64: our own storage is at fault, and the turn goes on without the file.
    return "[the file could not be read]";
  }
}

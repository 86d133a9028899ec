/** JSON columns of our own tables: unparsable text counts as empty. */
import { z } from "zod";

const Strings = z.array(z.string()).catch([]);

export function parseStrings(text: string): string[] {
  try {
    return Strings.parse(JSON.parse(text));
  } catch {
    // Only JSON.stringify writes it; a damaged row must not hide the others.
    return [];
  }
}

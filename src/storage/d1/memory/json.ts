/** JSON columns of our own tables: what does not parse is treated as empty. */
import { z } from "zod";

const Strings = z.array(z.string()).catch([]);

export function parseStrings(text: string): string[] {
  try {
    return Strings.parse(JSON.parse(text));
  } catch {
    // Written by JSON.stringify alone; a damaged row must not hide the others.
    return [];
  }
}

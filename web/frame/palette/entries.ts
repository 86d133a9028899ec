/** What the palette lists. */
import type { IconName } from "../../ui/pictures/icons.ts";

export interface Entry {
  key: string;
  /** Its heading. */
  group: string;
  label: string;
  note: string;
  /** Null: a conversation, which has no picture. */
  icon: IconName | null;
  /** A piece of a message, with the words that were found. */
  snippet?: { text: string; marks: readonly (readonly [number, number])[] };
  run(): void;
}

/** An entry of the palette. */
import type { IconName } from "../../ui/pictures/icons.ts";

export interface Entry {
  key: string;
  /** Heading of its group. */
  group: string;
  label: string;
  note: string;
  /** Null for a conversation, which has no picture. */
  icon: IconName | null;
  /** A piece of a message, with the found words marked. */
  snippet?: { text: string; marks: readonly (readonly [number, number])[] };
  run(): void;
}

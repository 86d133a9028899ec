/** Marks of a chat that has formatting but no Markdown. */

export type Mark = "bold" | "italic" | "strike";

export interface Dialect {
  /** Text put before and after words of that kind. */
  marks: Readonly<Record<Mark, string>>;
  /** Escapes text so that it is shown literally. */
  escape(text: string): string;
  /** `words` are already in the dialect; they equal the address when it stands alone. */
  link(words: string, address: string): string;
}

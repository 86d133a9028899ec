/** How a chat writes what Markdown says, where it knows marks but no Markdown. */

export type Mark = "bold" | "italic" | "strike";

export interface Dialect {
  /** What stands before and behind words of that kind. */
  marks: Readonly<Record<Mark, string>>;
  /** So that words mean nothing else than themselves. */
  escape(text: string): string;
  /** `words` are written as the dialect has them already; equal to the address where it stands alone. */
  link(words: string, address: string): string;
}

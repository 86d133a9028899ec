/** Everything that is said differently from language to language when a text is read aloud. */

/** Singular and plural of a noun. */
export type NounForms = readonly [one: string, many: string];

export interface SpokenLanguage {
  decimal: "." | ",";
  /** Characters that stand between groups of three digits. */
  groups: string;
  months: readonly string[];
  /** `month`: its name. */
  date(day: number, month: string, year: string): string;
  /** Null: it is read well as it stands. */
  time(hour: number, minute: number): string | null;
  /** Between the numbers of a range, as in "5–10". */
  to: string;
  percent: string;
  minus: string;
  /** Names of currencies by their symbol and their code. */
  currencies: Readonly<Record<string, NounForms>>;
  /** Names of units by the sign after a number. */
  units: Readonly<Record<string, NounForms>>;
  /** Words by their sign. */
  signs: Readonly<Record<string, string>>;
  /** Pattern of an abbreviation with its full stop, and the words for it. */
  abbreviations: readonly (readonly [abbreviated: string, words: string])[];
  version: string;
  /** Between the numbers of a version. */
  point: string;
  /** Word before a number with the sign #. */
  number: string;
  formula: string;
  code(lines: number, language: string): string;
  link(host: string): string;
  picture(of: string): string;
  /** Rows of a table that are not said. */
  moreRows(rows: number): string;
}

/** Port of the structured log. */

export interface LogFields {
  [field: string]: string | number | boolean | null | undefined;
}

export type LineLevel = "info" | "warn" | "error";

/** One line per event. Never throws, and never waits. */
export interface Log {
  /** Whether lines of that level are written at all. */
  shows(level: LineLevel): boolean;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** The structured log as every part of the house writes to it. */

export interface LogFields {
  [field: string]: string | number | boolean | null | undefined;
}

export type LineLevel = "info" | "warn" | "error";

/** One line an event; never throws, and never waits. */
export interface Log {
  /** Whether lines of that level are written at all. */
  shows(level: LineLevel): boolean;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

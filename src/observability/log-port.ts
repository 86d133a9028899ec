/** The structured log as every part of the house writes to it. */

export interface LogFields {
  [field: string]: string | number | boolean | null | undefined;
}

/** One line an event; never throws, and never waits. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Structured log lines: one JSON object an event. Fields are ids, counts and short texts, never content or secrets. */
import type { Log, LogFields } from "../../durable-objects/conversation/services.ts";
import type { Redact } from "./redact.ts";

export interface LogOptions {
  /** Applied to every text of a line, so that a careless caller gives nothing away. */
  redact: Redact;
  /** On every line. */
  base?: LogFields;
  write?(level: "info" | "warn" | "error", line: string): void;
}

const LONGEST_TEXT = 2_000;

export function createLog({ redact, base = {}, write = writeToConsole }: LogOptions): Log {
  const at =
    (level: "info" | "warn" | "error") =>
    (event: string, fields: LogFields = {}) => {
      const safe = Object.entries({ ...base, ...fields }).map(([name, value]) => [
        name,
        safeValue(value, redact),
      ]);
      write(level, JSON.stringify({ level, event, ...Object.fromEntries(safe) }));
    };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

function safeValue(value: LogFields[string], redact: Redact): LogFields[string] {
  return typeof value === "string" ? redact(value).slice(0, LONGEST_TEXT) : value;
}

function writeToConsole(level: "info" | "warn" | "error", line: string): void {
  // biome-ignore lint/suspicious/noConsole: the platform collects what is written here.
  console[level](line);
}

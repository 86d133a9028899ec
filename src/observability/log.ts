/**
 * Structured log lines: one JSON object per event. Fields are ids, counts and short texts, never content or
 * secrets.
 */
import type { LineLevel, Log, LogFields } from "./log-port.ts";
import type { Redact } from "./redact.ts";

interface LogOptions {
  /** Applied to every text of a line, so that a careless caller leaks nothing. */
  redact: Redact;
  /** Fields of every line. */
  base?: LogFields;
  /**
   * Minimum level; `info` by default. A line costs the Worker more than a statement: lines nobody reads are
   * not made.
   */
  level?: LogLevel | undefined;
  write?(level: LineLevel, line: string): void;
}

type LogLevel = "debug" | "info" | "log" | "warn" | "error" | "none";

const LONGEST_TEXT = 2_000;
const RANK: Record<LogLevel, number> = { debug: 0, log: 0, info: 0, warn: 1, error: 2, none: 3 };

export function createLog({ redact, base = {}, level: least = "info", write }: LogOptions): Log {
  const put = write ?? writeToConsole;
  const shows = (level: LineLevel) => RANK[level] >= RANK[least];
  const at =
    (level: LineLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (!shows(level)) return;
      const safe = Object.entries({ ...base, ...fields }).map(([name, value]) => [
        name,
        safeValue(value, redact),
      ]);
      put(level, JSON.stringify({ level, event, ...Object.fromEntries(safe) }));
    };
  return { shows, info: at("info"), warn: at("warn"), error: at("error") };
}

function safeValue(value: LogFields[string], redact: Redact): LogFields[string] {
  return typeof value === "string" ? redact(value).slice(0, LONGEST_TEXT) : value;
}

function writeToConsole(level: LineLevel, line: string): void {
  // biome-ignore lint/suspicious/noConsole: the platform collects what is written here.
  console[level](line);
}

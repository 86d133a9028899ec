/** Structured log lines: one JSON object an event. Fields are ids, counts and short texts, never content or secrets. */
import type { Log, LogFields } from "../../durable-objects/conversation/services.ts";

export function createLog(base: LogFields = {}): Log {
  const write =
    (level: "info" | "warn" | "error") =>
    (event: string, fields: LogFields = {}) => {
      const line = JSON.stringify({ level, event, ...base, ...fields });
      // biome-ignore lint/suspicious/noConsole: the platform collects what is written here.
      console[level](line);
    };
  return { info: write("info"), warn: write("warn"), error: write("error") };
}

/** One-line descriptions of tool calls. */
import { t } from "../words/t.ts";

const TELLING = [
  "query",
  "q",
  "question",
  "expression",
  "url",
  "path",
  "text",
  "content",
  "message",
  "task",
  "command",
  "name",
];

/** The most telling argument, on one line; empty when there is none. */
export function gist(input: unknown): string {
  if (typeof input === "string") return oneLine(input);
  if (typeof input !== "object" || input === null) return "";
  const values = input as Record<string, unknown>;
  const key =
    TELLING.find((name) => typeof values[name] === "string") ??
    Object.keys(values).find((name) => isPlain(values[name]));
  return key === undefined ? "" : oneLine(String(values[key]));
}

/** Progress in words for people. */
export function progressWords(data: unknown): string {
  if (typeof data === "string") return data;
  if (typeof data !== "object" || data === null) return String(data);
  const values = data as Record<string, unknown>;
  const key = ["message", "text", "status", "stage", "phase"].find(
    (name) => typeof values[name] === "string",
  );
  if (key !== undefined) return String(values[key]);
  const { progress, total } = values;
  if (typeof progress === "number")
    return typeof total === "number" ? t("{progress} of {total}", { progress, total }) : `${progress}`;
  return JSON.stringify(data);
}

export function pretty(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

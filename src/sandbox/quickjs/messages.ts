/** Messages from a program to its host. They are untrusted: each one is validated. */
import { z } from "zod";
import { parseJson } from "../../platform/json.ts";
import { isReadable } from "../json-limits.ts";

const HostCall = z.object({ id: z.number().int(), name: z.string(), args: z.array(z.unknown()) });
const ConsoleMessage = z.object({ level: z.enum(["log", "warn", "error"]), text: z.string() });
const Done = z.object({ value: z.string() });
const ProgramFailure = z.object({ name: z.string(), message: z.string(), text: z.string() });

export type HostCall = z.output<typeof HostCall>;
export type ProgramFailure = z.output<typeof ProgramFailure>;

type ProgramMessage =
  | ({ type: "call" } & HostCall)
  | ({ type: "console" } & z.output<typeof ConsoleMessage>)
  | ({ type: "done" } & z.output<typeof Done>)
  | ({ type: "failed" } & ProgramFailure)
  /** The message is longer than the host reads. */
  | { type: "oversized" };

const Schemas = { call: HostCall, console: ConsoleMessage, done: Done, failed: ProgramFailure };

/** Undefined if the program forged a message that its prelude would not send. */
export function parseMessage(type: string, json: string): ProgramMessage | undefined {
  if (type === "oversized" || !isReadable(json)) return { type: "oversized" };
  if (!isType(type)) return undefined;
  const value = parseJson(json);
  const parsed = Schemas[type].safeParse(value);
  return parsed.success ? ({ type, ...parsed.data } as ProgramMessage) : undefined;
}

function isType(type: string): type is keyof typeof Schemas {
  return Object.hasOwn(Schemas, type);
}

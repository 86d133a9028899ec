/** JSON payloads of Discord's Gateway, version 10. */
import { z } from "zod";

export const OP = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  resume: 6,
  reconnect: 7,
  invalid_session: 9,
  hello: 10,
  heartbeat_ack: 11,
} as const;

const frame = z.object({
  op: z.int(),
  /** Absent in the answer to a heartbeat. */
  d: z.unknown().optional(),
  s: z.int().nullish(),
  t: z.string().nullish(),
});
export type Frame = z.output<typeof frame>;

/** Undefined: not a frame. */
export function frameOf(text: string): Frame | undefined {
  try {
    return frame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const hello = z.object({ heartbeat_interval: z.number().positive() });

export const ready = z.object({
  session_id: z.string(),
  resume_gateway_url: z.string(),
  user: z.object({ id: z.string() }),
});

const GUILD_MESSAGES = 1 << 9;
const DIRECT_MESSAGES = 1 << 12;
/** Privileged intent: without it the content of messages comes only from direct messages and mentions. */
const MESSAGE_CONTENT = 1 << 15;

export type Hearing = "mentions" | "all";

function intentsOf(hearing: Hearing): number {
  return GUILD_MESSAGES | DIRECT_MESSAGES | (hearing === "all" ? MESSAGE_CONTENT : 0);
}

const PROPERTIES = { os: "linux", browser: "nightjar", device: "nightjar" };

export function identify(token: string, hearing: Hearing): object {
  return { op: OP.identify, d: { token, intents: intentsOf(hearing), properties: PROPERTIES } };
}

export function resume(token: string, { id, seq }: { id: string; seq: number }): object {
  return { op: OP.resume, d: { token, session_id: id, seq } };
}

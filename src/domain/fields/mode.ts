/**
 * A mode sets how an agent works in a conversation or on one message, and narrows what it may do by itself: with which tools,
 * within which limits. A mode never widens what the agent's rules and the person's permissions allow.
 */
import { MODE_RECORDS } from "./modes/list.ts";
import type { Acts, ModeRecord } from "./modes/record.ts";

export type Mode = keyof typeof MODE_RECORDS;

export const DEFAULT_MODE = "agent" satisfies Mode;

/** Names of the modes, in the order of the picker. */
export const MODES = Object.keys(MODE_RECORDS) as readonly Mode[];

/** Name of the default mode in what was stored before it was called `agent`. */
const FORMERLY = "normal";

export function isMode(name: string): boolean {
  return name === FORMERLY || Object.hasOwn(MODE_RECORDS, name);
}

/** The named mode; the default for nothing, and for a name of another version. */
export function modeNamed(name: string | null | undefined): Mode {
  return MODES.find((mode) => mode === name) ?? DEFAULT_MODE;
}

export function modeRecord(mode: Mode): ModeRecord {
  return MODE_RECORDS[mode];
}

/** The reason given for an unknown mode. */
export function noSuchMode(name: string): string {
  return `There is no mode "${name.slice(0, 60)}". There is: ${MODES.join(", ")}.`;
}

/** Modes in which an agent works, from wide to narrow; the others only narrow what it does by itself. */
const WORKING = ["agent", "research", "search", "chat"] as const satisfies readonly Mode[];
const ACTS: readonly Acts[] = ["permitted", "ask", "read"];

/** Modes that may be named for a turn; null or absent: none. */
interface NamedModes {
  message?: string | null | undefined;
  conversation?: string | null | undefined;
  /** The mode that the agent works in by itself. */
  agent?: string | null | undefined;
  /** The turn answers the owner. Others only narrow what the owner chose. */
  is_owners: boolean;
}

export interface TurnMode {
  /** Name of the mode as people read it. */
  name: Mode;
  /** The mode that the agent works in. */
  works: (typeof WORKING)[number];
  acts: Acts;
}

/** A message's way of working goes before its conversation's, and that before its agent's; the strictest `acts` holds. */
export function turnMode({ message, conversation, agent, is_owners }: NamedModes): TurnMode {
  const own = workingIn(message);
  const usual = workingIn(conversation) ?? workingIn(agent) ?? DEFAULT_MODE;
  const works = is_owners ? (own ?? usual) : narrower(own ?? usual, usual);
  const named = [message, conversation].map((name) => modeNamed(name));
  const strict = named.toSorted((a, b) => strictness(b) - strictness(a))[0] ?? DEFAULT_MODE;
  const { acts } = modeRecord(strict);
  return { name: works === DEFAULT_MODE && acts !== "permitted" ? strict : works, works, acts };
}

function workingIn(name: string | null | undefined): TurnMode["works"] | undefined {
  if (name == null) return undefined;
  return name === FORMERLY ? DEFAULT_MODE : WORKING.find((mode) => mode === name);
}

function narrower(a: TurnMode["works"], b: TurnMode["works"]): TurnMode["works"] {
  return WORKING.findLast((mode) => mode === a || mode === b) ?? DEFAULT_MODE;
}

function strictness(mode: Mode): number {
  return ACTS.indexOf(modeRecord(mode).acts);
}

/** Ports of schedules: how they reach conversations, destinations and workspace files. */
import type { Trust } from "../domain/trust.ts";
import type { DeliveryState, Run, Schedule } from "./schedule.ts";

export type { PersonSchedules } from "./person-schedules.ts";
export type { Schedule, ScheduleId, ScheduleSpec } from "./schedule.ts";

/** A run that is about to enter its conversation. */
export interface Order {
  owner: string;
  schedule: Schedule;
  run: Run;
  /** Due items of a heartbeat for the agent; null: the schedule's own text is all. */
  items: string | null;
}

export type RunEntry =
  | { status: "taken"; conversation_id: string; turn_id: string | null }
  /** Nothing has changed; a later attempt may succeed. */
  | { status: "later"; reason: string }
  | { status: "failed"; reason: string };

export type RunProgress =
  | { status: "running" | "waiting" }
  | {
      status: "completed" | "halted" | "failed";
      /** The run's answer; empty if it has none. */
      words: string;
      trust: Trust;
      cost_usd: number | null;
      reason: string | null;
      /** The failure repeats until a person acts: a key was refused, or a budget is used up. */
      isLasting: boolean;
      /** Delivery of the answer where it ran. */
      delivery: DeliveryState;
    }
  /** The conversation, or the turn in it, was deleted. */
  | { status: "gone" };

/** A message to a person, in the name of the schedule's agent. */
export interface Saying {
  owner: string;
  schedule: Schedule;
  /** Idempotency key. */
  key: string;
  text: string;
  trust: Trust;
}

export type SayingResult =
  | { status: "taken"; conversation_id: string; message_id: string | null }
  | { status: "later"; reason: string }
  | { status: "failed"; reason: string };

export interface Message {
  owner: string;
  conversation_id: string;
  message_id: string;
}

/** A HEARTBEAT.md of the workspace. */
export interface HeartbeatFile {
  path: string;
  /** null: the file does not exist. */
  text: string | null;
  /** The file may hold untrusted content: none of it runs until its owner has saved it. */
  waits?: true;
}

/** All methods may reject: the caller retries. */
export interface SchedulePorts {
  /** Puts the run's notice into its conversation. Idempotent by run. */
  enter(order: Order): Promise<RunEntry>;
  /** The current state of a run that has entered its conversation. */
  look(owner: string, run: Run): Promise<RunProgress>;
  tell(saying: Saying): Promise<SayingResult>;
  /** Delivery of a told result: `sent` if people read the conversation itself. */
  deliveryOf(message: Message): Promise<{ state: DeliveryState; reason: string | null }>;
  /** The heartbeat file of that agent (null: the default agent). */
  heartbeatFile(owner: string, agent: string | null): Promise<HeartbeatFile>;
  /** Deletes the separate conversation of an isolated run. */
  forget(owner: string, conversation_id: string): Promise<void>;
}

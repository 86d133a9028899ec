/** What schedules ask of the rest of the house. */
import type { Trust } from "../domain/trust.ts";
import type { DeliveryState, Run, Schedule } from "./schedule.ts";

/** A run on its way into its conversation. */
export interface Order {
  owner: string;
  schedule: Schedule;
  run: Run;
  /** What a heartbeat's agent is to see to; null: the schedule's own words are all. */
  items: string | null;
}

export type Entered =
  | { status: "taken"; conversation_id: string; turn_id: string | null }
  /** Nothing has changed: it may go well another time. */
  | { status: "later"; reason: string }
  | { status: "failed"; reason: string };

export type Seen =
  | { status: "running" | "waiting" }
  | {
      status: "completed" | "halted" | "failed";
      /** What was said; empty: nothing. */
      words: string;
      trust: Trust;
      cost_usd: number | null;
      reason: string | null;
      /** It will fail in the same way until a person does something: a key was refused, a budget is used up. */
      isLasting: boolean;
      /** Of what was said where it ran. */
      delivery: DeliveryState;
    }
  /** The conversation, or the turn in it, is there no more. */
  | { status: "gone" };

/** Words for a person, in the name of the schedule's agent. */
export interface Saying {
  owner: string;
  schedule: Schedule;
  /** The same again has one effect. */
  key: string;
  text: string;
  trust: Trust;
}

export type Told =
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
  /** null: there is none. */
  text: string | null;
  /** It may hold somebody else's words: nothing of it is done before its owner has saved it. */
  waits?: true;
}

/** All may reject: it is tried again. */
export interface SchedulePorts {
  /** Puts the run's notice into its conversation. The same run again has one effect. */
  enter(order: Order): Promise<Entered>;
  /** How the run fares that was taken in. */
  look(owner: string, run: Run): Promise<Seen>;
  tell(saying: Saying): Promise<Told>;
  /** Of what was told: `sent` where people come to the conversation themselves. */
  deliveryOf(message: Message): Promise<{ state: DeliveryState; reason: string | null }>;
  /** What that agent goes by (null: the one that answers by default). */
  heartbeatFile(owner: string, agent: string | null): Promise<HeartbeatFile>;
  /** Of a run in a conversation of its own: it is not kept any longer. */
  forget(owner: string, conversation_id: string): Promise<void>;
}

/** Words for webhooks: events that Nightjar sends to endpoints of other services. */
import type { ErrorKind } from "./errors.ts";
import type { CallId, MessageId, TurnId } from "./ids.ts";

export const WEBHOOK_EVENTS = [
  "message.created",
  "turn.ended",
  "question.asked",
  "job.failed",
  "build.ready",
  "budget.exceeded",
] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** `thin`: ids and states alone; `full`: the words too, as the endpoint's owner may read them at that time. */
export const WEBHOOK_PAYLOADS = ["thin", "full"] as const;

/** `own`: conversations and jobs of the endpoint's owner; `instance`: those of everybody, for an operator. */
export const WEBHOOK_SCOPES = ["own", "instance"] as const;

/**
 * - `pending`: waits for its first or next attempt.
 * - `delivered`: the endpoint answered with 2xx.
 * - `failed`: no attempt succeeded, and none follows.
 * - `dropped`: nothing was sent, since the endpoint was turned off or its owner may not read it.
 */
export const WEBHOOK_STATUSES = ["pending", "delivered", "failed", "dropped"] as const;

export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Events in a conversation's turns, kept with its after-work until they are told. `at` in ms since the epoch. */
export type TurnHappening =
  | {
      type: "turn.ended";
      at: number;
      turn_id: TurnId;
      agent: string;
      status: "completed" | "halted" | "failed";
      /** Messages that the turn answered. */
      asked: MessageId[];
      answer: MessageId;
      error?: ErrorKind;
    }
  | { type: "question.asked"; at: number; turn_id: TurnId; agent: string; call_ids: CallId[] };

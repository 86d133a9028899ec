/** Telegram's state for one bot: messages, files, the webhook, and planned faults. */
import type { SentEntity, SentKeyboard } from "./checks.ts";

export interface WireMessage {
  message_id: number;
  chat_id: number;
  topic?: number;
  reply_to?: number;
  text: string;
  entities: SentEntity[];
  keyboard?: SentKeyboard;
  /** How it was sent, and the file's bytes as text. */
  file?: { way: string; name: string; media_type: string; content: string };
  reactions: string[];
  /** All that it has said before. */
  edits: string[];
}

export interface WireCall {
  method: string;
  fields: Record<string, unknown>;
}

/** Fault of the next call of that method; without a method, of the next call that sends or changes a message. */
export type WireFault = { method?: string } & (
  | { fault: "none" }
  | { fault: "limit"; retry_after: number }
  /** Telegram's own words for a problem of its own. */
  | { fault: "error" }
  /** Error page of a proxy before Telegram. */
  | { fault: "gateway" }
  | { fault: "refuse"; code: number; description: string; moved_to?: number }
  /** The connection breaks before the call is done, or after it. */
  | { fault: "cut" }
  | { fault: "drop" }
  /** Done, and answered at `release`. */
  | { fault: "hold" }
);

export interface WireWebhook {
  url: string;
  secret_token?: string;
  allowed_updates?: string[];
  pending_update_count: number;
  last_error_message?: string;
}

export interface WireView {
  messages: WireMessage[];
  calls: WireCall[];
  webhook: WireWebhook;
  /** Menus by language; the one without is for everybody else. */
  commands: Record<string, unknown[]>;
}

export interface WireState extends WireView {
  bot: { id: number; token: string; username: string };
  /** Id of the next message: ids are never reused. */
  next_id: number;
  files: Map<string, { path: string; content: string; size: number }>;
  faults: WireFault[];
  held: (() => void)[];
  waiting: (() => void)[];
  /** Updates that wait to be fetched. */
  unread: { update_id: number }[];
}

export function newState(bot: WireState["bot"]): WireState {
  return {
    bot,
    next_id: 1_000,
    messages: [],
    calls: [],
    webhook: { url: "", pending_update_count: 0 },
    commands: {},
    files: new Map(),
    faults: [],
    held: [],
    waiting: [],
    unread: [],
  };
}

const CHANGES = /^(?:send(?!ChatAction)|edit)/;

/** The fault that this call meets, once. */
export function takeFault({ faults }: WireState, method: string): WireFault | undefined {
  const at = faults.findIndex((fault) =>
    fault.method === undefined ? CHANGES.test(method) : fault.method === method,
  );
  return at === -1 ? undefined : faults.splice(at, 1)[0];
}

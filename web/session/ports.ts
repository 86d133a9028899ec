/** A session's dependencies: passed as arguments, so that its tests need no browser and no server. */
import type { ChildItem, Decision, Page } from "../../src/channels/web/wire.ts";
import type { ConversationView } from "../../src/contract/conversations.ts";
import type {
  ConversationChange,
  MessagePage,
  NewConversation,
  SendBody,
} from "../api/conversations/conversations.ts";
import type { Result } from "../api/http.ts";
import type { Socket, SocketListener } from "../connection/link.ts";
import type { Outgoing } from "../thread/outgoing.ts";

interface SessionApi {
  create(body: NewConversation): Promise<Result<{ id: string }>>;
  view(id: string): Promise<Result<ConversationView>>;
  change(id: string, change: ConversationChange): Promise<Result<unknown>>;
  children(id: string): Promise<Result<Page<ChildItem>>>;
  /** A page before that message; without `limit`, as many as a screen needs. */
  messages(id: string, before: string | null, limit?: number): Promise<Result<MessagePage>>;
  send(id: string, body: SendBody): Promise<Result<{ message_id: string | null }>>;
  halt(id: string): Promise<Result<unknown>>;
  answer(id: string, call_id: string, text: string): Promise<Result<unknown>>;
  decide(
    id: string,
    call_id: string,
    choice: { decision: Decision; reason: string },
  ): Promise<Result<unknown>>;
  regenerate(id: string, message_id: string): Promise<Result<unknown>>;
  moveHead(id: string, message_id: string): Promise<Result<unknown>>;
}

/** Stores outgoing messages over reloads. */
export interface OutboxStore {
  read(conversation: string): Outgoing[];
  write(conversation: string, list: readonly Outgoing[]): void;
}

export interface SessionDeps {
  api: SessionApi;
  outbox: OutboxStore;
  openSocket(conversation: string, cursor: number, listener: SocketListener): Socket;
  /** Calls `run` once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
  random(): number;
  newClientId(): string;
  /** The drawn state has changed. */
  changed(): void;
  /** The conversation exists now, under this id. */
  created(id: string): void;
  /** A change that the list of conversations shows. */
  listChanged(change: ListChange): void;
}

export type ListChange =
  | { what: "title"; id: string; title: string }
  | { what: "state"; id: string; state: string }
  | { what: "moved"; id: string }
  /** The signed-in person has read it to the end. */
  | { what: "read"; id: string };

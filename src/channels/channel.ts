/**
 * The channel port: what a transport implements so that people can reach their agents through it. One folder per
 * channel.
 */

import type { ChildAsk } from "../domain/conversation/child-asks.ts";
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { CallId, ConversationId } from "../domain/ids.ts";
import type {
  Channel,
  DecisionInbound,
  Inbound,
  Notice,
  RemoteFile,
  ReportAccount,
  ReportOutcome,
  Source,
} from "../domain/inbound.ts";
import type { MediaPart } from "../domain/message.ts";
import type { Actor } from "../domain/principal.ts";
import type { InterfaceLanguage } from "../domain/text/translated/languages.ts";
import type { Trust } from "../domain/trust.ts";

/** An unparsed request of the platform. */
export interface WebhookRequest {
  method: string;
  url: string;
  headers: Headers;
  body: Uint8Array;
}

/** The immediate answer to a platform, sent in the response to its request. */
export interface WebhookAnswer {
  content_type: string;
  body: string;
}

export type Verification = { ok: true } | { ok: false; reason: string };

/** `undelivered`: failed deliveries of messages that the platform had accepted before. */
export type ParsedWebhook = Read & { undelivered?: readonly DeliveryFailure[] };

/** A message of ours that the platform accepted and then failed to deliver. */
export interface DeliveryFailure {
  thread: string;
  platform_id: string;
  /** Public; says what to do. */
  reason: string;
  /** The person has to write first: `invite` asks them to. */
  isClosed?: true;
}

/** The bot joined a chat or was removed from it. */
export interface Membership {
  thread: string;
  /** Shown to people. */
  name: string;
  is_group: boolean;
  is_in: boolean;
  /** Why the bot is not in the chat: public, and says what to do. */
  reason: string;
  /** The bot just joined and may greet the chat. */
  isGreeted?: true;
  /** Language of whoever let the bot in, as the platform reports it. */
  language?: InterfaceLanguage;
}

type Read =
  /**
   * `answer`: the immediate response that the platform expects, for example to a pressed button or a command. `refused`
   * builds that response for when none of the inputs was accepted; `why` is public. Without `refused`, `answer` is sent
   * in that case too.
   */
  | {
      status: "inbound";
      inbounds: Inbound[];
      answer?: WebhookAnswer;
      refused?(why: string): WebhookAnswer;
    }
  /** The platform renamed the thread (Telegram: a group became a supergroup). */
  | { status: "moved"; from: string; to: string }
  /** The bot joined a chat or was removed from it. */
  | ({ status: "membership" } & Membership)
  /** The platform expects these words back (a challenge, a probe); no agent is concerned. */
  | ({ status: "answer" } & WebhookAnswer)
  /** No agent is concerned. */
  | { status: "ignored"; reason: string };

/** Result of handing a platform's input to its conversation. */
export interface BroughtIn {
  receipt: "accepted" | "duplicate" | "refused";
  /**
   * Reason of a refusal for the sender: public, and says what to do. Absent: the sender is told otherwise, or not at
   * all.
   */
  why?: string;
}

/**
 * Choices that a person may press instead of writing. The text lists them too, so a channel without buttons ignores
 * this.
 */
export interface Prompt {
  call_id: string;
  kind: "question" | "approval";
  /** `value` comes back as the answer. */
  options: { label: string; value: string }[];
}

/** One message of the platform. `text` is Markdown that fits the platform's limit once rendered. */
export type Chunk = { type: "text"; text: string; prompt?: Prompt } | { type: "media"; media: MediaPart };

/** Messages between a conversation and its children: outcomes, questions and answers as data instead of text. */
export type FamilyMessage = MessageToParent | MessageToChild;

/** Messages from a child to its parent conversation. */
export type MessageToParent =
  | { type: "report"; outcome: ReportOutcome; account: ReportAccount }
  /** All that the child asks of a person at the moment. */
  | { type: "question"; asks: ChildAsk[] }
  /** An agent spoke unasked in a place where nobody reads along. */
  | { type: "said"; text: string; spoken_by: NonNullable<Notice["spoken_by"]> };

/** Messages from a parent to a child. Answers and decisions are for the child's own calls. */
export type MessageToChild =
  /** `behalf`: the actor that caused the task. */
  | { type: "task"; init: ConversationInit; text: string; sender_name: string; behalf: Actor | null }
  | { type: "answer"; call_id: CallId; text: string; trust: Trust }
  | ({ type: "decision"; call_id: CallId } & Pick<DecisionInbound, "decision" | "reason">)
  | { type: "halt" };

export interface Outgoing {
  chunk: Chunk | FamilyMessage;
  /** The sending conversation and its owner. */
  from: { conversation_id: ConversationId; owner: string };
  /** Source of the input that is answered: the answer goes back there. */
  to: Source;
  /** Idempotency key: the same each time this chunk is sent, for platforms that take one. */
  key: string;
  /** The message will be edited while the answer grows. A platform that cannot edit there refuses it. */
  is_growing?: true;
}

export type DeliveryResult =
  | { status: "sent"; platform_id: string | null }
  /** Certainly not accepted and worth a retry: a rate limit, or an error of the platform. */
  | { status: "later"; retry_after_ms?: number; reason: string }
  /** Sent, but no answer came: the platform may have accepted it. */
  | { status: "unknown"; reason: string }
  /**
   * A retry will not help. `reason` is public and says what to do. `isClosed`: nothing arrives there until the person
   * writes.
   */
  | { status: "failed"; reason: string; isClosed?: true };

/** A message of ours that may or may not have arrived. */
export interface Doubtful {
  to: Source;
  /** Idempotency key that the message was sent with. */
  key: string;
  /** Time of the first attempt, in ms since the epoch. */
  since: number;
}

export type LookupResult =
  | { status: "there"; platform_id: string }
  /** The message certainly did not arrive. */
  | { status: "missing" }
  /** The platform does not answer at the moment. */
  | { status: "later"; retry_after_ms?: number; reason: string }
  /** The platform cannot tell. */
  | { status: "unknown" };

/** A change of a sent message. `chunk` is its whole new content. */
export interface Edit {
  to: Source;
  platform_id: string;
  chunk: Extract<Chunk, { type: "text" }>;
}

export type DownloadResult =
  /** `media_type` and `name` as the platform reports them now; absent: as in the message. */
  | { status: "ready"; body: ReadableStream<Uint8Array>; media_type?: string; name?: string }
  | { status: "later"; retry_after_ms?: number; reason: string }
  | { status: "failed"; reason: string };

/** State of a bot on its platform. `problem` is public and says what to do. */
export type Health =
  /**
   * `name`: the bot's name on the platform. `webhook`: the address its messages go to; empty: none; null: the platform
   * does not tell. `is_fetched`: this instance asks for its messages, and nothing is sent to it. `open_url`: opens a chat
   * with the bot, or invites it; `CODE` in it stands for the code that links the person who opens it.
   */
  | { status: "ok"; name: string; webhook: string | null; is_fetched?: true; open_url?: string }
  /** `is_about_address`: the platform takes the bot, and cannot reach the address that was set. */
  | { status: "broken"; problem: string; is_about_address?: true };

export interface ChannelLimits {
  /** Longest rendered text, in UTF-16 units. */
  text_length: number;
  /** Lifetime of an idempotency key on the platform, in ms; 0: it takes none. */
  keyed_for_ms: number;
  /** Media that can be sent as files; all others are named in the text. */
  media: readonly MediaPart["type"][];
  /**
   * Shortest time between edits of a message whose text grows, in ms. Absent for a kind of chat, or altogether: the
   * answer is sent once it is complete.
   */
  edit_every_ms?: { direct?: number; group?: number };
  /** Duration of one typing signal, in ms; absent: the platform shows none. */
  typing_ms?: number;
}

export interface ChannelPort {
  readonly limits: ChannelLimits;
  /** Runs before any other work. Refuses when its secret is not set. */
  verify(request: WebhookRequest): Promise<Verification> | Verification;
  /** `request` is verified, but its content is still untrusted. Never throws. */
  parse(request: WebhookRequest): Promise<ParsedWebhook> | ParsedWebhook;
  /** Renders Markdown in the platform's format. Pure; never throws. */
  render(markdown: string): string;
  /** One attempt. Never throws; an aborted signal gives `unknown`. */
  deliver(outgoing: Outgoing, signal: AbortSignal): Promise<DeliveryResult>;
  /**
   * Puts an emoji on the message `to.message`; repeating it changes nothing. One attempt. Never throws. Absent: the
   * platform has no reactions.
   */
  react?(reaction: { to: Source; emoji: string }, signal: AbortSignal): Promise<DeliveryResult>;
  /** Shows that an answer is being written, for `limits.typing_ms`. One attempt. Never throws. */
  typing?(to: Source, signal: AbortSignal): Promise<void>;
  /** Changes a sent message. Repeating an edit gives `sent` too. One attempt. Never throws. */
  edit?(edit: Edit, signal: AbortSignal): Promise<DeliveryResult>;
  /**
   * Looks for a text that may have arrived. One attempt. Never throws. Absent: the platform does not show a bot its
   * chats.
   */
  find?(message: Doubtful, signal: AbortSignal): Promise<LookupResult>;
  /**
   * Deletes a sent message. One that is already gone gives `sent` too. One attempt. Never throws. Absent: messages
   * cannot be deleted.
   */
  remove?(message: { to: Source; platform_id: string }, signal: AbortSignal): Promise<DeliveryResult>;
  /**
   * Asks a person to write when no other message can reach them. One attempt. Never throws. Absent: the platform needs
   * no invitation, or none is set up.
   */
  invite?(to: Source, signal: AbortSignal): Promise<DeliveryResult>;
  /**
   * Tells only the person who pressed a button (`to.reply_token`) why it had no effect. One attempt. Never throws.
   * Absent: the response to the request tells them (`refused` of `Parsed`).
   */
  whisper?(to: Source, text: string, signal: AbortSignal): Promise<DeliveryResult>;
  /** Opens a file that somebody sent. One attempt. Never throws. */
  download?(file: RemoteFile, signal: AbortSignal): Promise<DownloadResult>;
  /** Asks the platform for the bot's state. Never throws. Absent: the platform cannot be asked. */
  health?(signal: AbortSignal): Promise<Health>;
  /**
   * Registers the webhook (`url`: of this channel) and the commands with the platform. Never throws. Absent: the
   * operator does it in the platform's own settings.
   */
  connect?(
    set: { url: string; commands: readonly { name: string; description: string }[] },
    signal: AbortSignal,
  ): Promise<Health>;
  /**
   * Removes the webhook from the platform. One attempt. Never throws. Absent: the platform forgets nothing by itself, or
   * the operator does it there.
   */
  disconnect?(signal: AbortSignal): Promise<void>;
}

/** Why a channel has no port here: the end of a sentence, for the operator. */
export interface NotOpen {
  missing: string;
}

/** The channel ports of this instance. */
export interface Channels {
  /**
   * Undefined if the channel is known to be set up here; otherwise ends when the settings were read. Never rejects. Absent:
   * the settings are known.
   */
  ready?(channel: Channel, account?: string): Promise<void> | undefined;
  /** `account`: one bot of the channel; absent or empty: the first. */
  get(channel: Channel, account?: string): ChannelPort | NotOpen;
}

/** The source's port, if its channel has one here. */
export function portOf(
  channels: Channels,
  { channel, account }: Pick<Source, "channel" | "account">,
): ChannelPort | undefined {
  const port = channels.get(channel, account);
  return "missing" in port ? undefined : port;
}

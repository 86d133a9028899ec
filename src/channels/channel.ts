/** The channel port: what a transport does so that people can reach their agents by it. One folder a channel fulfils it. */

import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { CallId, ConversationId } from "../domain/ids.ts";
import type {
  Channel,
  ChildAsk,
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
import type { Trust } from "../domain/trust.ts";

/** A request of the platform, as it came. */
export interface WebhookRequest {
  method: string;
  url: string;
  headers: Headers;
  body: Uint8Array;
}

/** What the platform is told at once, in the response to its request. */
export interface WebhookAnswer {
  content_type: string;
  body: string;
}

export type Verification = { ok: true } | { ok: false; reason: string };

/** `undelivered`: what became of messages that the platform had taken. */
export type ParsedWebhook = Read & { undelivered?: readonly DeliveryFailure[] };

/** A message of ours that the platform had taken, and then has not delivered. */
export interface DeliveryFailure {
  thread: string;
  platform_id: string;
  /** Public, and says what to do. */
  reason: string;
  /** They have to write first: `invite` asks them to. */
  isClosed?: true;
}

/** Whether the bot is in a chat, from now on. */
export interface Membership {
  thread: string;
  /** For people to read. */
  name: string;
  is_group: boolean;
  is_in: boolean;
  /** Where it is not: public, and says what to do. */
  reason: string;
  /** Where it came in, a greeting is in place. */
  isGreeted?: true;
}

type Read =
  /**
   * `answer`: what the platform wants to hear of it at once, as of a button that was pressed or a command. `refused`: the
   * same where none of it was taken; `why` is public. Absent: as if it were.
   */
  | {
      status: "inbound";
      inbounds: Inbound[];
      answer?: WebhookAnswer;
      refused?(why: string): WebhookAnswer;
    }
  /** That thread has another name from now on. */
  | { status: "moved"; from: string; to: string }
  /** The bot came into a chat, or was shut out of it. */
  | ({ status: "membership" } & Membership)
  /** The platform wants these words back (a challenge, a probe), and nothing concerns an agent. */
  | ({ status: "answer" } & WebhookAnswer)
  /** Nothing that concerns an agent. */
  | { status: "ignored"; reason: string };

/** What became of an input that a platform has brought. */
export interface BroughtIn {
  receipt: "accepted" | "duplicate" | "refused";
  /** Of a refusal, for whoever has written: public, and what to do. Absent: they are told, or hear nothing. */
  why?: string;
}

/** What a person may press instead of writing; a channel without buttons leaves it out: the text says it too. */
export interface Prompt {
  call_id: string;
  kind: "question" | "approval";
  /** `value` is what comes back as the answer. */
  options: { label: string; value: string }[];
}

/** One message of the platform. `text` is Markdown, short enough once it is rendered. */
export type Chunk = { type: "text"; text: string; prompt?: Prompt } | { type: "media"; media: MediaPart };

/** What conversations tell each other: outcomes, questions and answers are data, not words. */
export type FamilyMessage = MessageToParent | MessageToChild;

/** What a child tells the conversation that set it going. */
export type MessageToParent =
  | { type: "report"; outcome: ReportOutcome; account: ReportAccount }
  /** All that it wants of a person now. */
  | { type: "question"; asks: ChildAsk[] }
  /** What an agent said unasked where nobody reads along. */
  | { type: "said"; text: string; spoken_by: NonNullable<Notice["spoken_by"]> };

/** What a child is told. Answers and decisions are for its own calls. */
export type MessageToChild =
  /** `behalf`: who has caused it. */
  | { type: "task"; init: ConversationInit; text: string; sender_name: string; behalf: Actor | null }
  | { type: "answer"; call_id: CallId; text: string; trust: Trust }
  | ({ type: "decision"; call_id: CallId } & Pick<DecisionInbound, "decision" | "reason">)
  | { type: "halt" };

export interface Outgoing {
  chunk: Chunk | FamilyMessage;
  /** The conversation that says it, and its owner. */
  from: { conversation_id: ConversationId; owner: string };
  /** Where the words came from: the answer goes back there. */
  to: Source;
  /** The same each time this very chunk is sent: for platforms that take an idempotency key. */
  key: string;
  /** It will be edited while the answer grows: where that is not possible, it is refused. */
  is_growing?: true;
}

export type DeliveryResult =
  | { status: "sent"; platform_id: string | null }
  /** Surely not accepted, and worth another try: a rate limit, an error of the platform's own. */
  | { status: "later"; retry_after_ms?: number; reason: string }
  /** It left, and no answer came: it may have been accepted. */
  | { status: "unknown"; reason: string }
  /** No further try will help. `reason` is public and says what to do. `isClosed`: nothing arrives there before somebody writes. */
  | { status: "failed"; reason: string; isClosed?: true };

/** A message of ours of which nobody knows whether it arrived. */
export interface Doubtful {
  to: Source;
  /** It was sent with it. */
  key: string;
  /** When it was first sent, in ms since the epoch. */
  since: number;
}

export type LookupResult =
  | { status: "there"; platform_id: string }
  /** It surely did not arrive. */
  | { status: "missing" }
  /** The platform does not answer now. */
  | { status: "later"; retry_after_ms?: number; reason: string }
  /** The platform cannot tell. */
  | { status: "unknown" };

/** A message of the platform that is to read differently. `chunk` is all that it is to say. */
export interface Edit {
  to: Source;
  platform_id: string;
  chunk: Extract<Chunk, { type: "text" }>;
}

export type DownloadResult =
  /** `media_type` and `name` as the platform says now; absent: as it said in the message. */
  | { status: "ready"; body: ReadableStream<Uint8Array>; media_type?: string; name?: string }
  | { status: "later"; retry_after_ms?: number; reason: string }
  | { status: "failed"; reason: string };

/** How a bot of the platform stands. `problem` is public and says what to do. */
export type Health =
  /** `name`: what the platform calls the bot. `webhook`: where its messages go; empty: nowhere. Null: the platform does not tell. */
  { status: "ok"; name: string; webhook: string | null } | { status: "broken"; problem: string };

export interface ChannelLimits {
  /** Of one rendered text, in UTF-16 units. */
  text_length: number;
  /** How long the platform recognises a key that it has seen, in ms; 0 when it takes none. */
  keyed_for_ms: number;
  /** What can be sent as a file; anything else is named in the text. */
  media: readonly MediaPart["type"][];
  /** How often a message may be edited while its text grows, in ms; absent, there or at all: an answer is sent when it is whole. */
  edit_every_ms?: { direct?: number; group?: number };
  /** How long the platform shows that somebody is typing, in ms; absent: it does not. */
  typing_ms?: number;
}

export interface ChannelPort {
  readonly limits: ChannelLimits;
  /** Precedes any other work. Refuses when its secret is not set. */
  verify(request: WebhookRequest): Promise<Verification> | Verification;
  /** `request` has been verified; its content is still anybody's. Never throws. */
  parse(request: WebhookRequest): Promise<ParsedWebhook> | ParsedWebhook;
  /** Markdown as the platform writes it. Pure, and never throws. */
  render(markdown: string): string;
  /** One try. Never throws; an aborted signal gives `unknown`. */
  deliver(outgoing: Outgoing, signal: AbortSignal): Promise<DeliveryResult>;
  /**
   * Shows an emoji at the message `to.message`; the same one again changes nothing. One try. Never throws. Absent: the
   * platform has no reactions.
   */
  react?(reaction: { to: Source; emoji: string }, signal: AbortSignal): Promise<DeliveryResult>;
  /** Shows that an answer is being written, for `limits.typing_ms`. One try. Never throws. */
  typing?(to: Source, signal: AbortSignal): Promise<void>;
  /** Changes a message that was sent. The same again is `sent` too. One try. Never throws. */
  edit?(edit: Edit, signal: AbortSignal): Promise<DeliveryResult>;
  /** Looks for a text that may have arrived. One try. Never throws. Absent: the platform shows a bot nothing of its chats. */
  find?(message: Doubtful, signal: AbortSignal): Promise<LookupResult>;
  /** Takes a message back that was sent. One that is gone is `sent` too. One try. Never throws. Absent: it stays. */
  remove?(message: { to: Source; platform_id: string }, signal: AbortSignal): Promise<DeliveryResult>;
  /**
   * Asks somebody to write whom nothing else reaches. One try. Never throws. Absent: there are none such, or nothing is set up for it.
   */
  invite?(to: Source, signal: AbortSignal): Promise<DeliveryResult>;
  /**
   * Tells them alone who have pressed a button (`to.reply_token`) why nothing came of it. One try. Never throws. Absent: the
   * answer to the request does (`refused` of `Parsed`).
   */
  whisper?(to: Source, text: string, signal: AbortSignal): Promise<DeliveryResult>;
  /** A file that somebody has sent there. One try. Never throws. */
  download?(file: RemoteFile, signal: AbortSignal): Promise<DownloadResult>;
  /** Asks the platform. Never throws. Absent: it cannot be asked. */
  health?(signal: AbortSignal): Promise<Health>;
  /**
   * Tells the platform where its messages go (`url`: of this channel's webhook) and which commands there are. Never
   * throws. Absent: a person does it on the platform's own pages.
   */
  connect?(
    set: { url: string; commands: readonly { name: string; description: string }[] },
    signal: AbortSignal,
  ): Promise<Health>;
}

/** Why a channel has no port here: the end of a sentence, for whoever runs the instance. */
export interface NotOpen {
  missing: string;
}

/** The ports of this instance. */
export interface Channels {
  /** `account`: one bot of the channel; absent or empty: the first one. */
  get(channel: Channel, account?: string): ChannelPort | NotOpen;
}

/** Its port, if it has one here. */
export function portOf(
  channels: Channels,
  { channel, account }: Pick<Source, "channel" | "account">,
): ChannelPort | undefined {
  const port = channels.get(channel, account);
  return "missing" in port ? undefined : port;
}

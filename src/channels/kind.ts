/** A channel as one record: everything that sets it apart from the other channels. */
import type { ToolRule } from "../domain/agent.ts";
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { Receipt } from "../domain/conversation/receipt.ts";
import type { Result } from "../domain/errors.ts";
import type { ConversationId } from "../domain/ids.ts";
import type { Channel, Inbound } from "../domain/inbound.ts";
import type { ChannelPort, NotOpen } from "./channel.ts";

/** Services that channels need besides their settings. */
export interface ChannelDeps {
  conversations: ConversationInboxes;
  files: ChannelFiles;
  marks: SharedMarks;
}

/** Marks shared by the isolates of one instance: a mark that one isolate puts is visible to all for a minute. May reject. */
export interface SharedMarks {
  put(name: string): Promise<void>;
  has(name: string): Promise<boolean>;
}

/** Reads files that are sent. */
export interface ChannelFiles {
  /**
   * Undefined when the file is gone. `voice_note`: a WAV comes as Ogg Opus, which chats play, or as it is where it can't be
   * encoded. May reject.
   */
  read(owner: string, file_id: string, as?: "voice_note"): Promise<OutgoingFile | undefined>;
}

export interface OutgoingFile {
  name: string;
  media_type: string;
  bytes: Uint8Array;
}

export interface ConversationInboxes {
  /** Hands an input to another conversation of the same owner. Rejects when the outcome is unknown. */
  receive(to: ConversationId, owner: string, inbound: Inbound): Promise<Result<Receipt>>;
  /** Hands a conversation its first input and creates it if it is new. Rejects like `receive`. */
  begin(init: ConversationInit, inbound: Inbound): Promise<Result<Receipt>>;
}

export interface ChannelKind {
  name: Channel;
  /** Shown to people. */
  label: string;
  /** Told to the agent: where the person's words came from. */
  framing: string;
  /** Whether answers are delivered to the place of the input; false for pull channels. */
  carried: boolean;
  /** The other end of the channel. Agents receive outcomes as data, and their words decide nothing. */
  peers: "people" | "agents";
  /** Whether people without an account may write; absent: only people whose account there is linked. */
  strangers?: "guests";
  /** Debounce of a burst from one sender, in ms. */
  debounce_ms: number;
  /** Name of the place under which an agent can send to conversations of this channel; absent: it cannot. */
  reached_by?: Channel;
  /** Tool rules for turns that come from here, on top of the agent's own; the stricter rule wins. */
  rules?: Readonly<Record<string, ToolRule>>;
  /**
   * Opens the port of one account, or says why there is none, naming the missing setting. A channel reads its own
   * settings from `env`. Never throws.
   */
  open(env: object, account: string, deps: ChannelDeps): ChannelPort | NotOpen;
  /**
   * Completes the settings that a person entered in the app by those that the platform tells or that are made up. One
   * attempt. Never throws. Absent: nothing is to be added.
   */
  complete?(entered: EnteredSettings, signal: AbortSignal): Promise<CompletedSettings> | CompletedSettings;
}

/** Settings of one account that a person entered in the app. */
export interface EnteredSettings {
  /** The settings file with the entered values. */
  env: object;
  account: string;
  /** Values that were kept before, by the names of their settings. */
  before: Readonly<Record<string, string>>;
  /** The platform can reach this instance, and is to send its messages. */
  isSentTo: boolean;
  /** Makes up a secret of letters, digits, - and _. */
  secret(): string;
}

export type CompletedSettings =
  | { ok: true; values: Readonly<Record<string, string>> }
  /** `problem` is public and says what to do. */
  | { ok: false; problem: string };

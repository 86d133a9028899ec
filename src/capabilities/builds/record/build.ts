/** The vocabulary of builds: an agent asks for a capability, and the Builder writes it in a conversation of its own. */
import type { JsonSchema } from "../../../agent/ports/model.ts";
import type { Parent } from "../../../domain/conversation/conversation.ts";
import type { CallId, ConversationId, Id } from "../../../domain/ids.ts";

export type BuildId = Id<"bld">;

/** The kind of the Builder's child conversation, and of the job that watches it. */
export const BUILD = "build";

/** Slug of the agent that builds. */
export const BUILDER = "builder";

export const BUILD_LIMITS = { steps: 25, minutes: 10, spend_usd: 1 };

export type BuildEnd = "completed" | "failed" | "cancelled";
export type BuildStatus = "building" | BuildEnd;

/** Path -> text. */
export type DraftFiles = Readonly<Record<string, string>>;

/** Times are ms since the epoch. */
export interface Build {
  id: BuildId;
  owner: string;
  /** Of the capability: it is called as `cap_{name}`. */
  name: string;
  /** What was asked for. */
  description: string;
  /** Where it was asked for, and by which call. */
  conversation_id: ConversationId;
  call_id: CallId;
  /** The Builder's; null: it has not begun. */
  child_id: ConversationId | null;
  /** Who asked for it spoke, and waited to hear the answer: so do questions of the build, for a minute. */
  is_live: boolean;
  status: BuildStatus;
  /** What the Builder has said last of how it goes. */
  progress: string;
  /** Hosts and secrets that a person has allowed it. */
  allowed: readonly string[];
  /** That was made active; null: none. */
  version: number | null;
  /** Why it failed. */
  error: string | null;
  steps: number;
  /** US dollars, as far as prices are known. */
  cost_usd: number;
  created_at: number;
  ended_at: number | null;
}

export interface BuildPage {
  status?: BuildStatus | undefined;
  conversation_id?: string | undefined;
  limit: number;
  /** Id of the last one before it. */
  before?: string | undefined;
}

/** Builds as they are kept. Rejects when storage fails. What changes a build that has ended changes nothing. */
export interface BuildStore {
  /** False: one of that id is there, or the same name is being built. */
  insert(build: Build, files: DraftFiles): Promise<boolean>;
  get(id: BuildId): Promise<Build | undefined>;
  files(id: BuildId): Promise<DraftFiles>;
  /** On which a conversation works, by what set it going: that is known before it begins. */
  ofChild(child: BuilderPlace): Promise<Build | undefined>;
  /** The newest first. */
  list(owner: string, page: BuildPage): Promise<Build[]>;
  /** Of that name, while it is being built. */
  running(owner: string, name: string): Promise<Build | undefined>;
  begun(id: BuildId, child: ConversationId): Promise<void>;
  saveFiles(id: BuildId, files: DraftFiles): Promise<void>;
  note(id: BuildId, change: { progress?: string; allowed?: readonly string[] }): Promise<void>;
  /** False: it had ended before. What was drafted goes. */
  end(id: BuildId, end: Ended): Promise<boolean>;
  /** What it took, as its conversation has counted it: replaces what was known. */
  account(id: BuildId, taken: { steps: number; cost_usd: number }): Promise<void>;
}

export interface BuilderPlace {
  child_id: ConversationId;
  parent: Pick<Parent, "conversation_id" | "call_id">;
}

export interface Ended {
  status: BuildEnd;
  error?: string;
  version?: number;
  now: number;
}

/** What builds ask of the catalog of capabilities. */
export interface BuildCatalog {
  /** Makes it known as being built, beside a version that is in use. Returns why not, for the model to read. */
  begin(build: Build, input_schema: JsonSchema | undefined): Promise<string | undefined>;
  /** The version in use; undefined: there is none. */
  inUse(owner: string, name: string): Promise<InUse | undefined>;
  /** Reads the files and runs their tests in a fresh sandbox. Stores nothing. */
  check(build: Build, files: DraftFiles): Promise<CheckReport>;
  /**
   * Checks anew and makes it the version in use, if it reaches no more than is `allowed`; else says why not. The same build
   * again publishes nothing more.
   */
  publish(build: Build, files: DraftFiles, allowed: readonly string[]): Promise<Published>;
  /** Nothing came of it. A version in use stays so. */
  fail(build: Build, problem: string): Promise<void>;
}

export interface InUse {
  files: DraftFiles;
  /** Hosts and secrets that it may reach: its owner has said yes to them. */
  allowed: readonly string[];
}

export interface CheckReport {
  passed: boolean;
  /** What is wrong, what the tests did and printed. */
  text: string;
}

export type Published = { ok: true; version: number } | { ok: false; reason: string };

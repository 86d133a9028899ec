/**
 * Types of builds: an agent requests a capability, and the Builder writes it in a conversation of its own.
 */
import type { JsonSchema } from "../../../agent/ports/model.ts";
import type { Parent } from "../../../domain/conversation/conversation.ts";
import type { CallId, ConversationId, Id } from "../../../domain/ids.ts";
import type { JobKind } from "../../../jobs/job.ts";

declare module "../../../domain/ids.ts" {
  interface IdPrefixes {
    bld: "build";
  }
}

export type BuildId = Id<"bld">;

/** The kind of the Builder's child conversation, and of the job that watches it. */
export const BUILD = "build";

/** The job that begins the Builder's conversation, and ends with it. */
export const BUILD_JOB: JobKind = {
  name: "child.build",
  title: "Build a capability",
  no_retry: "Ask for the capability again in its conversation: a build that has ended keeps no drafts.",
};

/** Slug of the Builder. */
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
  /** Name of the capability: its tool is `cap_{name}`. */
  name: string;
  /** Purpose of the capability. */
  description: string;
  /** The conversation and the call that requested it. */
  conversation_id: ConversationId;
  call_id: CallId;
  /** The Builder's conversation; null: it has not begun. */
  child_id: ConversationId | null;
  /** The requester spoke and waited for the spoken answer, so the build's questions wait only a minute. */
  is_live: boolean;
  status: BuildStatus;
  /** The Builder's last progress message. */
  progress: string;
  /** Hosts and secrets that a person has allowed it. */
  allowed: readonly string[];
  /** The version that became active; null: none. */
  version: number | null;
  /** The reason for its failure. */
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
  /** Id of the last build on the previous page. */
  before?: string | undefined;
}

/** Storage of builds. All methods reject when storage fails. A build that has ended is never changed. */
export interface BuildStore {
  /** Returns false if the id exists, or the same name is being built. */
  insert(build: Build, files: DraftFiles): Promise<boolean>;
  get(id: BuildId): Promise<Build | undefined>;
  files(id: BuildId): Promise<DraftFiles>;
  /**
   * The build that a conversation works on, found by its parent call: that is known before the child begins.
   */
  ofChild(child: BuilderPlace): Promise<Build | undefined>;
  /** Newest first. */
  list(owner: string, page: BuildPage): Promise<Build[]>;
  /** The build of that name that is under way. */
  running(owner: string, name: string): Promise<Build | undefined>;
  setChild(id: BuildId, child: ConversationId): Promise<void>;
  saveFiles(id: BuildId, files: DraftFiles): Promise<void>;
  note(id: BuildId, change: { progress?: string; allowed?: readonly string[] }): Promise<void>;
  /** Returns false if it had ended already. Deletes the draft files. */
  end(id: BuildId, end: BuildOutcome): Promise<boolean>;
  /** Replaces the build's usage, as counted by its conversation. */
  account(id: BuildId, taken: { steps: number; cost_usd: number }): Promise<void>;
}

export interface BuilderPlace {
  child_id: ConversationId;
  parent: Pick<Parent, "conversation_id" | "call_id">;
}

export interface BuildOutcome {
  status: BuildEnd;
  error?: string;
  version?: number;
  now: number;
}

/** Port of builds to the catalog of capabilities. */
export interface BuildCatalog {
  /**
   * Marks the capability as being built; a version in use stays in use. Returns a refusal for the model to
   * read, if any.
   */
  begin(build: Build, input_schema: JsonSchema | undefined): Promise<string | undefined>;
  /** The version in use; undefined if there is none. */
  inUse(owner: string, name: string): Promise<InUse | undefined>;
  /** Validates the files and runs their tests in a fresh sandbox. Stores nothing. */
  check(build: Build, files: DraftFiles): Promise<CheckReport>;
  /**
   * Checks again, and makes the files the version in use if they reach no more than `allowed`; otherwise
   * returns the reason. Idempotent by build.
   */
  publish(build: Build, files: DraftFiles, allowed: readonly string[]): Promise<BuildPublishResult>;
  /** Records a failed build. A version in use stays in use. */
  fail(build: Build, problem: string): Promise<void>;
}

interface InUse {
  files: DraftFiles;
  /** Hosts and secrets that its owner has approved. */
  allowed: readonly string[];
}

export interface CheckReport {
  passed: boolean;
  /** The problems, the test results and the console output. */
  text: string;
}

export type BuildPublishResult = { ok: true; version: number } | { ok: false; reason: string };

/**
 * A part: everything that a feature adds, as one value. The Worker is made of a list of parts (`list.ts`); a new feature is
 * a folder with its part, and a line in that list.
 */
import type { Casting } from "../../durable-objects/conversation/context/casting.ts";
import type { Admission } from "../../durable-objects/conversation/inbox/acceptance/ports.ts";
import type { WakerMaker } from "../../durable-objects/conversation/wakers/waker.ts";
import type { MemoryScope } from "../agent/ports/memory.ts";
import type { Tool } from "../agent/ports/tool.ts";
import type { Agent } from "../domain/agent.ts";
import type { ArrivedMail } from "../domain/arrived-mail.ts";
import type { Principal } from "../domain/principal.ts";
import type { ArchiveFile } from "../export/archive.ts";
import type { ErasedCounts } from "../jobs/erase-person.ts";
import type { JobHandler, NewJob } from "../jobs/job.ts";
import type { OwnedRows, PersonTable } from "../storage/d1/people/owned-rows.ts";
import type { ToolSource } from "../tools/registry.ts";
import type { Route } from "./http/api.ts";
import type { Authenticator } from "./http/authentication/authenticate.ts";
import type { Group, ServicesOf } from "./services/group.ts";

/** An opened part: made when it is first needed, once for each set of bindings. */
export interface OpenPart<Verbs = unknown> {
  /** Functions for the part's own routes, which get them by `verbs(part)`. */
  verbs?: Verbs;
  /** Tools that are known when the Worker starts. */
  tools?: readonly Tool[];
  /** Tools that depend on the agent and its owner. */
  sources?: readonly ToolSource[];
  /** Prompt sections of an agent that seldom change, in the order of the list of parts. */
  sections?(agent: Agent, scope: MemoryScope): Promise<string[]> | string[];
  /** Whether an input may enter a conversation. Asked after the inbox's own admissions, in the order of the list of parts. */
  admissions?: readonly Admission[];
  jobs?: readonly JobHandler[];
  /** Jobs of this hour; their ids make each run once. */
  regular?(now: number): readonly NewJob[];
  /** Runs each minute to find what has come due: one short query to storage, and jobs for what it finds. */
  minutely?(): Promise<void>;
  /** Handles a mail to this Worker. Returns why it is refused, in words for its sender; undefined if it is accepted. */
  mail?(mail: ArrivedMail): Promise<string | undefined>;
  /**
   * Casting of a turn: decides itself or asks `next`, which ends in the named agent. The first part of the list is asked
   * first.
   */
  casting?(next: Casting): Casting;
  /** Wakers of a conversation, made anew for each life of its object. */
  wakers?: readonly WakerMaker[];
  /** Ends what could begin something new for a person who is being erased. Called before anything is erased. Idempotent. */
  halt?(owner: string): Promise<void>;
  /**
   * Erases what a person has here outside the `owned` tables, whose rows go after all parts were asked. Idempotent: after a
   * failure it is called again. Calls `heartbeat` now and then.
   */
  erase?(owner: string, heartbeat: () => Promise<void>): Promise<ErasedCounts>;
  /**
   * A person's data in this part as files of their export, without secrets. Throws if any of it cannot be read: an export
   * that silently lacks a part is worse than none.
   */
  archive?(principal: Principal): AsyncIterable<ArchiveFile>;
}

interface Named {
  /** Unique; for errors. */
  readonly name: string;
  /** Equal for every set of bindings. */
  readonly routes?: readonly Route[];
  /** Authenticators, asked in the order of the list of parts. */
  readonly authenticators?: readonly Authenticator[];
  /** Tables whose rows belong to a person, and are erased with their data. */
  readonly owned?: readonly (PersonTable | OwnedRows)[];
  /** Tables whose rows are deleted with a person's account, also when their data is kept. */
  readonly account?: readonly PersonTable[];
}

/** A part as the list holds it. */
export interface Part<Verbs = unknown> extends Named {
  /** The groups of services that it is opened with, and no others. */
  readonly needs?: readonly Group<object>[];
  readonly open?: (services: never) => OpenPart<Verbs>;
}

/** A part as its folder declares it. Only one that names its needs is opened with services. */
type PartSpec<Verbs, Groups extends readonly Group<object>[]> = Named &
  (
    | { readonly needs: Groups; readonly open: (services: ServicesOf<Groups>) => OpenPart<Verbs> }
    | { readonly open?: () => OpenPart<Verbs> }
  );

/** Keeps the type of the part's verbs, and types the services that `open` gets by the groups in `needs`. */
export function definePart<Verbs, const Groups extends readonly Group<object>[] = readonly []>(
  part: PartSpec<Verbs, Groups>,
): Part<Verbs> {
  return part;
}

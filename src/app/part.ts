/**
 * A part: all that a capability brings, as one value. The Worker is made of a list of them (`parts/list.ts`); a new capability
 * is a folder with its part, and a line in that list.
 */
import type { Casting } from "../../durable-objects/conversation/context/casting.ts";
import type { Admission } from "../../durable-objects/conversation/inbox/acceptance/ports.ts";
import type { WakerMaker } from "../../durable-objects/conversation/wakers/waker.ts";
import type { MemoryScope } from "../agent/ports/memory.ts";
import type { Tool } from "../agent/ports/tool.ts";
import type { Agent } from "../domain/agent.ts";
import type { ArrivedMail } from "../domain/arrived-mail.ts";
import type { JobHandler, NewJob } from "../jobs/job.ts";
import type { ToolSource } from "../tools/registry.ts";
import type { House } from "./house.ts";
import type { Route } from "./http/api.ts";
import type { Authenticator } from "./http/authentication/authenticate.ts";

/** What a part brings once the house stands: made when it is first needed, once for each set of bindings. */
export interface OpenPart<Verbs = unknown> {
  /** What the part's own routes ask of it: `house.verbs(part)`. */
  verbs?: Verbs;
  /** Known when the Worker starts. */
  tools?: readonly Tool[];
  /** Tools that depend on the agent and its owner. */
  sources?: readonly ToolSource[];
  /** Sections of an agent's prompt that change seldom, in the order of the list of parts. */
  sections?(agent: Agent, scope: MemoryScope): Promise<string[]> | string[];
  /** May this come into a conversation? Asked after the inbox's own, in the order of the list of parts. */
  admissions?: readonly Admission[];
  jobs?: readonly JobHandler[];
  /** Jobs of this hour: their ids keep each to one run. */
  regular?(now: number): readonly NewJob[];
  /** A look each minute for what has come due: one short question to storage, and jobs for what it finds. */
  minutely?(): Promise<void>;
  /** A mail that was sent to this Worker: why it is refused, in words for its sender; undefined: it is taken. */
  mail?(mail: ArrivedMail): Promise<string | undefined>;
  /** Who answers a turn: decides itself, or asks `next`, in the end the named agent. The first part of the list is asked first. */
  casting?(next: Casting): Casting;
  /** Reasons for a conversation to be awake, made anew for each life of its object. */
  wakers?: readonly WakerMaker[];
}

export interface Part<Verbs = unknown> {
  /** Unique; for errors. */
  readonly name: string;
  /** The same for every set of bindings. */
  readonly routes?: readonly Route[];
  /** Ways for people and programs to say who they are; asked in the order of the list of parts. */
  readonly authenticators?: readonly Authenticator[];
  readonly open?: (house: House) => OpenPart<Verbs>;
}

/** Keeps the type of the part's verbs. */
export function definePart<Verbs>(part: Part<Verbs>): Part<Verbs> {
  return part;
}

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
import type { Route } from "./http/api.ts";
import type { Authenticator } from "./http/authentication/authenticate.ts";
import type { Group, ServicesOf } from "./services/group.ts";

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

interface Named {
  /** Unique; for errors. */
  readonly name: string;
  /** The same for every set of bindings. */
  readonly routes?: readonly Route[];
  /** Ways for people and programs to say who they are; asked in the order of the list of parts. */
  readonly authenticators?: readonly Authenticator[];
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

/** Keeps the type of the part's verbs, and gives `open` the services that it needs by name. */
export function definePart<Verbs, const Groups extends readonly Group<object>[] = readonly []>(
  part: PartSpec<Verbs, Groups>,
): Part<Verbs> {
  return part;
}

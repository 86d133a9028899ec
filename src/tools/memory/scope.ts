/** What the conversation that calls a tool may read and write of its owner's memory. */

import type { ToolContext } from "../../agent/ports/tool.ts";
import type { TurnMemory } from "../../domain/agent.ts";
import type { Provenance, Scope } from "../../memory/ports/model.ts";
import { homeScope, type Reader, readerAt, scopesOf } from "../../memory/read/scopes.ts";
import { trustOfPieces } from "./their-words.ts";

export function readerOf(context: ToolContext): Reader {
  const { owner, agent, room, conversation_id, memory } = context;
  const [apart, alone] = [memory === "place", memory === "agent"];
  return readerAt({ owner, agent: agent.slug, room, conversation_id, apart, alone });
}

export function readScopes(context: ToolContext): Scope[] {
  return scopesOf(readerOf(context));
}

/** `private`: for this agent alone. */
export function writeScope(context: ToolContext, isPrivate: boolean | undefined): Scope {
  const home = homeScope(readerOf(context));
  return isPrivate && home === "person" ? `agent:${context.agent.slug}` : home;
}

/** `pieces` is all that the item will say. */
export function provenanceOf(context: ToolContext, pieces: readonly (string | undefined)[]): Provenance {
  return {
    origin: "tool",
    trust: trustOfPieces(context, pieces),
    conversation_id: context.conversation_id,
    ...(context.message_id === undefined ? {} : { message_id: context.message_id }),
  };
}

/** Told to the model of what does not hold before the person says so. */
export const WAITS =
  "It is kept as a suggestion, since it may come from outside: the person decides about it on the memory page.";

/** What it shows of its person's memory to whoever reads along: nothing where the place remembers by itself. */
export function searching(memory: TurnMemory): string | undefined {
  return memory === "person" || memory === "agent" ? "look through your memory" : undefined;
}

/** Scopes of the owner's memory that the calling conversation may read and write. */

import type { ToolContext } from "../../agent/ports/tool.ts";
import type { TurnMemory } from "../../domain/agent.ts";
import type { Provenance, Scope } from "../../memory/ports/model.ts";
import { homeScope, type Reader, readerAt, scopesOf } from "../../memory/read/scopes.ts";
import { trustOfPieces } from "./attribution.ts";

function readerOf(context: ToolContext): Reader {
  const { owner, agent, room, conversation_id, memory } = context;
  const [apart, alone] = [memory === "place", memory === "agent"];
  return readerAt({ owner, agent: agent.slug, room, conversation_id, apart, alone });
}

export function readScopes(context: ToolContext): Scope[] {
  return scopesOf(readerOf(context));
}

/** `isPrivate`: for this agent alone. */
export function writeScope(context: ToolContext, isPrivate: boolean | undefined): Scope {
  const home = homeScope(readerOf(context));
  return isPrivate && home === "person" ? `agent:${context.agent.slug}` : home;
}

/** `pieces` is the whole text of the item. */
export function provenanceOf(context: ToolContext, pieces: readonly (string | undefined)[]): Provenance {
  return {
    origin: "tool",
    trust: trustOfPieces(context, pieces),
    conversation_id: context.conversation_id,
    ...(context.message_id === undefined ? {} : { message_id: context.message_id }),
  };
}

/** Note to the model on an item that does not count before the person accepts it. */
export const WAITS =
  "It is stored as a suggestion because it may come from outside: the person decides on the Memory page.";

/** Disclosure to whoever reads along: a search shows the person's memory, unless the place has a memory of its own. */
export function searching(memory: TurnMemory): string | undefined {
  return memory === "person" || memory === "agent" ? "look through your memory" : undefined;
}

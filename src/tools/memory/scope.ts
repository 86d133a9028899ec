/** What the conversation that calls a tool may read and write of its owner's memory. */
import type { ToolContext } from "../../agent/ports/tool.ts";
import type { Provenance, Scope } from "../../memory/ports/model.ts";
import { homeScope, type Reader, scopesOf } from "../../memory/read/scopes.ts";

export function readerOf(context: ToolContext): Reader {
  return {
    owner: context.owner,
    agent: context.agent.slug,
    ...(context.room === undefined ? {} : { room: context.room }),
  };
}

export function readScopes(context: ToolContext): Scope[] {
  return scopesOf(readerOf(context));
}

/** `private`: for this agent alone. */
export function writeScope(context: ToolContext, isPrivate: boolean | undefined): Scope {
  const home = homeScope(readerOf(context));
  return isPrivate && home === "person" ? `agent:${context.agent.slug}` : home;
}

export function provenanceOf(context: ToolContext): Provenance {
  return {
    origin: "tool",
    conversation_id: context.conversation_id,
    ...(context.message_id === undefined ? {} : { message_id: context.message_id }),
  };
}

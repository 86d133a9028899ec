/** Casting in a build's conversation: the Builder answers, with tools that no other agent is offered. */
import type { Cast, Casting } from "../../../../durable-objects/conversation/context/casting.ts";
import type { Tool } from "../../../agent/ports/tool.ts";
import {
  BUILD,
  type Build,
  type BuilderPlace,
  type BuildStore,
} from "../../../capabilities/builds/record/build.ts";

export interface CastingDeps {
  store: Pick<BuildStore, "ofChild">;
  /** The Builder's tools for that build. Rejects when storage fails. */
  tools(build: Build): Promise<readonly Tool[]>;
}

export function builderCasting(deps: CastingDeps, next: Casting): Casting {
  return {
    async cast(request, wanted) {
      const cast = await next.cast(request, wanted);
      const { parent, conversation_id } = request.meta;
      if (parent?.mandate?.kind !== BUILD) return cast;
      return { ...cast, ...ALONE, ...(await part(deps, { child_id: conversation_id, parent })) };
    },
  };
}

/** The Builder works from its task and files alone, without anybody's skills or standing memory. */
const ALONE: Pick<Cast, "sections" | "rules" | "steering"> = {
  sections: () => [],
  rules: {},
  steering: "next_turn",
};

/** After the build has ended, no tools are left. */
async function part(deps: CastingDeps, place: BuilderPlace): Promise<Pick<Cast, "tools">> {
  const build = await deps.store.ofChild(place);
  return { tools: build?.status === "building" ? await deps.tools(build) : [] };
}

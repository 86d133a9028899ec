/** Services of the builds part for its routes and for other parts. */
import type { ToolContext } from "../../agent/ports/tool.ts";
import type { PartKey } from "../../platform/part-key.ts";
import type { Build, BuildStore } from "./record/build.ts";
import type { BuildRequestResult } from "./request.ts";
import type { BuildRequest } from "./task.ts";

export interface Builds {
  store: Pick<BuildStore, "get" | "list">;
  /** Has it built, in the name of the turn whose call this is. */
  request(buildRequest: BuildRequest, context: ToolContext): Promise<BuildRequestResult>;
  /** False: it had ended before. The Builder's conversation has still to be stopped. */
  cancel(build: Build): Promise<boolean>;
}

export const BUILDS: PartKey<Builds> = { name: "builds" };

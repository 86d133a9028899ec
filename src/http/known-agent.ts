/** An agent that a body names is one that there is: no other answers in its place unasked. */
import { noSuchAgent } from "../domain/agent.ts";
import { AppError } from "../domain/errors.ts";
import type { ApiContext } from "./api.ts";

/** Throws when there is no such agent; null and undefined name none. */
export async function checkAgent(context: ApiContext, slug: string | null | undefined): Promise<void> {
  if (slug == null || (await context.get("house").agentCache.has(slug))) return;
  throw new AppError("resource_not_found", noSuchAgent(slug));
}

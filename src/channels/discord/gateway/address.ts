/** Address of a bot's Gateway, and whether a session may begin now. */
import { z } from "zod";
import type { DiscordApi } from "../api.ts";
import { refusalOf } from "../outcomes.ts";

const answerShape = z.object({
  url: z.string(),
  session_start_limit: z.object({ remaining: z.int(), reset_after: z.number() }).optional(),
});

export type Address =
  | { status: "ready"; url: string }
  | { status: "later"; retry_after_ms?: number; reason: string }
  /** `problem` is public and says what to do. */
  | { status: "refused"; problem: string };

/** One attempt. Never throws. */
export async function addressOf(api: DiscordApi, signal: AbortSignal): Promise<Address> {
  const answer = await api.send({ method: "GET", path: "/gateway/bot", signal });
  if (answer.status === "unknown") return { status: "later", reason: answer.reason };
  if (answer.status === "later") return answer;
  if (answer.status === "refused") {
    const problem = refusalOf(answer);
    return answer.http === 401 ? { status: "refused", problem } : { status: "later", reason: problem };
  }
  const found = answerShape.safeParse(answer.body).data;
  if (!found) return { status: "later", reason: "DISCORD_API_BASE returned no Gateway address." };
  const limit = found.session_start_limit;
  if (limit && limit.remaining <= 0)
    return {
      status: "later",
      retry_after_ms: limit.reset_after,
      reason: "Today's session limit is used up.",
    };
  return { status: "ready", url: found.url };
}

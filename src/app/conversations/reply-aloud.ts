/** A reply in words that were heard, as the input that it means. */
import { authorOf } from "../../channels/web/inbound-of-frame.ts";
import { spokenReply } from "../../domain/conversation/aloud/spoken-reply.ts";
import { AppError } from "../../domain/errors.ts";
import type { CallId } from "../../domain/ids.ts";
import type { DecisionInbound, ToolResultInbound } from "../../domain/inbound.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { isFromWebApp } from "../http/authentication/authenticate.ts";
import { target } from "./conversation-access.ts";

/** The rights to answer and decide, and what a voice may allow, are asked where the input is taken. Throws an AppError. */
export async function inboundOfReply(
  context: ApiContext,
  { call_id, words, repeated = false }: { call_id: string; words: string; repeated?: boolean | undefined },
): Promise<ToolResultInbound | DecisionInbound> {
  const { stub, principal } = target(context);
  const open = unwrap(await stub.asksAloud(principal));
  const ask = open.find((one) => one.call_id === call_id);
  const author = authorOf({ principal, channel: isFromWebApp(context) ? "web" : "http" });
  const base = { key: `answer:${call_id}`, call_id: call_id as CallId, ...author };
  // The conversation knows an answer that it has, and refuses any other to what is no longer open.
  if (!ask && repeated) return { type: "tool_result", ...base, content: words };
  if (!ask)
    throw new AppError(
      "conflict",
      "That question is no longer open: it was answered, or the turn has ended.",
    );
  const reply = spokenReply(ask, words);
  switch (reply.means) {
    case "answer":
      return { type: "tool_result", ...base, content: reply.text };
    case "decision":
      return { type: "decision", ...base, decision: reply.decision, by_voice: words };
    case "unclear":
      throw new AppError("malformed_request", "It isn't clear which answer is meant. Say it again.");
    case "secret":
      throw new AppError("forbidden", "Don't say secrets aloud. Answer on the screen, if at all.");
  }
}

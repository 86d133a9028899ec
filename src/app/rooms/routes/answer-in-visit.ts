/** Answers a message in a visit. */
import { z } from "zod";
import type {
  ConverseResult,
  TurnEnd,
} from "../../../../durable-objects/conversation/readers/turn-end-waiter.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { AppError, type Failure, type Result } from "../../../domain/errors.ts";
import type { UserMessage } from "../../../domain/inbound.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { VisitView } from "../../../domain/visit.ts";
import { resultOf } from "../../../routing/refusal.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { arrivalOf } from "../../http/inbound.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { idOf } from "../../http/schemas.ts";
import { askConversation } from "../../objects/stubs.ts";
import { servicesOf } from "../services.ts";
import { visitOf } from "./visit-of.ts";

export const MessageBody = () =>
  z.object({
    session_id: idOf("cnv", "session"),
    content: z.string(),
    /** The agent that the visitor would like to hear. */
    selected_agent: z.string().nullish(),
  });
type Said = SchemaOutput<typeof MessageBody>;

/** Refusals of a valid request that does not fit: the contract has a status of its own for them. */
const UNFIT: readonly Failure["error"][] = ["payload_too_large", "malformed_request"];

export async function answerInVisit(context: ApiContext, slug: string, said: Said) {
  const id = said.session_id;
  const before = await visitOf(context, slug, id);
  const problem = problemOf(said, before);
  if (problem !== undefined) throw unfit(problem);
  if (isOut(before, context.get("principal"))) throw new AppError("conflict", OUT);
  const arrival = arrivalOf(context, { conversation: id }, messageOf(context, said));
  const sent = await servicesOf(context).frontDoor.send(arrival, ({ inbound, init }) =>
    askConversation(context.env, id, async (stub) => {
      const told = await stub.converse(arrival.principal, inbound, init);
      // A tool's input is JSON of any shape, and RPC's types do not know that it can be sent.
      return told as Result<ConverseResult>;
    }),
  );
  const { receipt, end } = unwrap(fitting(sent));
  unwrap(fitting(resultOf(receipt)));
  if (!end?.reply || isNoAnswer(end)) throw new AppError("api_fail", unanswered(end?.reason));
  const { agents_available, agents_muted, session_status, message_count, message_limit } = await visitOf(
    context,
    slug,
    id,
  );
  return reply(200, {
    agent: end.agent ?? before.host,
    message: end.reply,
    timestamp: iso(servicesOf(context).now()),
    agents_available,
    agents_muted,
    // The goodbye follows this answer, and no other message is taken.
    session_status: message_count >= message_limit ? "ended" : session_status,
    message_count,
    message_limit,
  });
}

const OUT =
  "You have left this visit. POST /api/v1/rooms/{room}/session/start comes back in, or begins another one.";

function isOut({ left }: VisitView, { owner }: Principal): boolean {
  return left.includes(owner);
}

/** A failure, or a halt before anybody said a word. */
function isNoAnswer({ status, reply, reason }: TurnEnd): boolean {
  return status === "failed" || (status === "halted" && reply === reason);
}

function unanswered(reason: string | null | undefined): string {
  return ["Nobody could answer just now.", reason ?? "Say it again in a moment."].join(" ");
}

/** The message's length is checked by the visit itself. */
function problemOf({ content, selected_agent }: Said, visit: VisitView): string | undefined {
  if (content.trim() === "") return "content: say something.";
  const cast = [...visit.agents_available, ...visit.agents_muted];
  // A visit that is over has no agents left, and the error should say that it is over.
  if (selected_agent == null || cast.length === 0 || cast.includes(selected_agent)) return undefined;
  return `selected_agent: there is no "${selected_agent}" in this room. Here are: ${cast.join(", ")}.`;
}

function messageOf(context: ApiContext, { content, selected_agent }: Said): UserMessage {
  const principal = context.get("principal");
  return {
    type: "user_message",
    key: `http:${principal.owner}:${servicesOf(context).ids.create("inb")}`,
    source: { channel: "http", sender: principal.owner, sender_name: principal.name },
    parts: [{ type: "text", text: content }],
    actor: principal,
    ...(selected_agent != null && { agent: selected_agent }),
  };
}

function fitting<T>(result: Result<T>): Result<T> {
  if (!result.ok && UNFIT.includes(result.failure.error)) throw unfit(result.failure.reason);
  return result;
}

function unfit(reason: string): AppError {
  return new AppError("malformed_request", reason, { unfit: true });
}

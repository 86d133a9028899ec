/** Inputs of a person to a conversation: messages, answers, decisions, commands. */
import { z } from "zod";
import { DECISION_WORDS } from "../../../channels/decision-words.ts";
import { heardSchema, MAX_ANSWER_CHARACTERS, recordingSchema } from "../../../channels/web/client-frame.ts";
import { type ActingFrame, authorOf, inboundOfFrame } from "../../../channels/web/inbound-of-frame.ts";
import { AcceptedShape } from "../../../contract/inputs.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { TIER } from "../../../domain/fields/codes.ts";
import type { MessageId } from "../../../domain/ids.ts";
import type { Inbound } from "../../../domain/inbound.ts";
import { codeSchema } from "../../../platform/settings/schema.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { isFromWebApp } from "../../http/authentication/authenticate.ts";
import { arrivalOf } from "../../http/inbound.ts";
import { reply } from "../../http/reply.ts";
import { nothing } from "../../http/schemas.ts";
import { ofConversation, target } from "../conversation-access.ts";
import { servicesOf } from "../services.ts";

const id = z.string().min(1).max(200);
const SayBody = () =>
  z.object({
    text: z.string(),
    client_id: id.optional(),
    files: z
      .array(z.strictObject({ file_id: id }))
      .max(20)
      .optional(),
    agent: id.optional(),
    mode: id.optional(),
    model: id.optional(),
    tier: codeSchema(TIER).optional(),
    compare_with: id.optional(),
    parent_id: id.nullable().optional(),
    heard: heardSchema().optional(),
    live: z.boolean().optional(),
    recording: recordingSchema().optional(),
  });
const ReplyBody = () =>
  z.object({
    call_id: id,
    words: z.string().trim().min(1).max(5_000),
    /** No answer came to these words: they are taken once, whether or not they arrived before. */
    repeated: z.boolean().optional(),
  });
const AnswerBody = () => z.object({ call_id: id, text: z.string().min(1).max(MAX_ANSWER_CHARACTERS) });
const ApproveBody = () =>
  z.object({
    call_id: id,
    decision: z.enum(DECISION_WORDS),
    reason: z.string().max(500).optional(),
  });

const BASE = "/conversations/:id";
const INPUT = {
  method: "post",
  policy: { who: "person", scope: "chat" },
  params: ofConversation,
  answers: () => ({ 202: AcceptedShape() }),
} as const;

export const conversationInputRoutes: Route[] = [
  defineRoute({
    ...INPUT,
    path: `${BASE}/messages`,
    summary:
      "Says something; the answer comes by events. `compare_with`: a second model answers too, as a branch beside the first. `heard`: how much of a spoken answer was heard before this interrupted it. `live`: it is spoken, and you wait to hear the answer. `recording`: the id that its transcription gave it.",
    body: SayBody,
    handler: (context, { body }) => say(context, body),
  }),
  defineRoute({
    ...INPUT,
    path: `${BASE}/halt`,
    summary: "Stops the running turn.",
    body: nothing,
    handler: (context) => deliver(context, { type: "halt" }),
  }),
  defineRoute({
    ...INPUT,
    path: `${BASE}/answers`,
    summary: "Answers a question of the agent.",
    body: AnswerBody,
    handler: (context, { body }) => deliver(context, { type: "answer", ...body }),
  }),
  defineRoute({
    ...INPUT,
    path: `${BASE}/approvals`,
    summary: "Allows or denies a call.",
    body: ApproveBody,
    handler: (context, { body }) => deliver(context, { type: "approve", ...body }),
  }),
  defineRoute({
    ...INPUT,
    path: `${BASE}/spoken-replies`,
    summary:
      "Answers a question or an approval that was read aloud, in the words that were heard. They are understood by rule; unclear ones are refused (400), and so is a yes to a call that no voice may allow (403). `repeated`: the words may have arrived before, and are taken once.",
    body: ReplyBody,
    handler: async (context, { body }) => {
      const { inboundOfReply } = await import("../reply-aloud.ts");
      return receive(context, await inboundOfReply(context, body));
    },
  }),
  defineRoute({
    ...INPUT,
    path: `${BASE}/regenerate`,
    summary: "Answers again, by another `model` if one is named; the earlier answer stays as a branch.",
    body: () => z.object({ message_id: id, model: id.optional() }),
    handler: (context, { body }) => regenerate(context, body),
  }),
];

async function say(context: ApiContext, body: SchemaOutput<typeof SayBody>) {
  if (body.text === "" && !body.files?.length)
    throw new AppError("malformed_request", "text: say something, or attach a file.");
  const client_id = body.client_id ?? servicesOf(context).ids.create("inb");
  return deliver(context, { ...body, type: "send", client_id } as ActingFrame);
}

async function regenerate(
  context: ApiContext,
  { message_id, model }: { message_id: string; model?: string | undefined },
) {
  const { services, principal } = target(context);
  const named = { message_id: message_id as MessageId, ...definedOf({ model }) };
  const command = { name: "regenerate" as const, ...named };
  return receive(context, {
    type: "command",
    key: services.ids.create("inb"),
    ...authorOf({ principal }),
    command,
  });
}

function deliver(context: ApiContext, frame: ActingFrame) {
  const { services, principal } = target(context);
  // The app sends the first message of a conversation this way too, and it counts as said in the app.
  const channel = isFromWebApp(context) ? "web" : "http";
  return receive(context, inboundOfFrame(frame, { principal, channel }, services.ids));
}

async function receive(context: ApiContext, inbound: Inbound) {
  const { id, services } = target(context);
  const entered = await services.frontDoor.enter(arrivalOf(context, { conversation: id }, inbound));
  const { message_id, turn_id, seq, status } = unwrap(entered).receipt;
  return reply(202, { message_id, turn_id, seq, duplicate: status === "duplicate" });
}

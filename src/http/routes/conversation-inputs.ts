/** What a person puts into a conversation: words, answers, decisions, commands. */
import { z } from "zod";
import { MAX_ANSWER_CHARACTERS } from "../../channels/web/client-frame.ts";
import { type ActingFrame, authorOf, inboundOfFrame } from "../../channels/web/inbound-of-frame.ts";
import { AppError } from "../../domain/errors.ts";
import type { MessageId } from "../../domain/ids.ts";
import type { Inbound } from "../../domain/inbound.ts";
import { type ApiContext, type Route, readBody, unwrap } from "../api.ts";
import { isFromWebApp } from "../authenticate.ts";
import { target } from "../conversation-access.ts";
import { arrivalOf } from "../inbound.ts";

const id = z.string().min(1).max(200);
const SayBody = z.object({
  text: z.string(),
  client_id: id.optional(),
  files: z
    .array(z.object({ file_id: id }))
    .max(20)
    .optional(),
  agent: id.optional(),
  mode: id.optional(),
  model: id.optional(),
  parent_id: id.nullable().optional(),
});

const BASE = "/conversations/:id";

export const conversationInputRoutes: Route[] = [
  {
    method: "post",
    path: `${BASE}/messages`,
    access: "person",
    summary: "Says something; the answer comes by events.",
    handler: say,
  },
  {
    method: "post",
    path: `${BASE}/halt`,
    access: "person",
    summary: "Stops the running turn.",
    handler: halt,
  },
  {
    method: "post",
    path: `${BASE}/answers`,
    access: "person",
    summary: "Answers a question of the agent.",
    handler: answer,
  },
  {
    method: "post",
    path: `${BASE}/approvals`,
    access: "person",
    summary: "Allows or denies a call.",
    handler: approve,
  },
  {
    method: "post",
    path: `${BASE}/regenerate`,
    access: "person",
    summary: "Answers again; the earlier answer stays as a branch.",
    handler: regenerate,
  },
];

async function say(context: ApiContext): Promise<Response> {
  const body = await readBody(context, SayBody);
  if (body.text === "" && !body.files?.length)
    throw new AppError("malformed_request", "text: say something, or attach a file.");
  const client_id = body.client_id ?? context.get("house").ids.create("inb");
  return deliver(context, { ...body, type: "send", client_id } as ActingFrame);
}

async function halt(context: ApiContext): Promise<Response> {
  return deliver(context, { type: "halt" });
}

async function answer(context: ApiContext): Promise<Response> {
  const body = await readBody(
    context,
    z.object({ call_id: id, text: z.string().min(1).max(MAX_ANSWER_CHARACTERS) }),
  );
  return deliver(context, { type: "answer", ...body });
}

async function approve(context: ApiContext): Promise<Response> {
  const body = await readBody(
    context,
    z.object({
      call_id: id,
      decision: z.enum(["allow_once", "always", "deny"]),
      reason: z.string().max(500).optional(),
    }),
  );
  return deliver(context, { type: "approve", ...body });
}

async function regenerate(context: ApiContext): Promise<Response> {
  const { message_id } = await readBody(context, z.object({ message_id: id }));
  const { house, principal } = target(context);
  const command = { name: "regenerate" as const, message_id: message_id as MessageId };
  return receive(context, {
    type: "command",
    key: house.ids.create("inb"),
    ...authorOf({ principal }),
    command,
  });
}

function deliver(context: ApiContext, frame: ActingFrame): Promise<Response> {
  const { house, principal } = target(context);
  // The app's first message of a conversation comes this way too: it is no less said in the app.
  const channel = isFromWebApp(context) ? "web" : "http";
  return receive(context, inboundOfFrame(frame, { principal, channel }, house.ids));
}

async function receive(context: ApiContext, inbound: Inbound): Promise<Response> {
  const { id, house } = target(context);
  const entered = await house.frontDoor.enter(arrivalOf(context, { conversation: id }, inbound));
  const { message_id, turn_id, seq, status } = unwrap(entered).receipt;
  return context.json({ message_id, turn_id, seq, duplicate: status === "duplicate" }, 202);
}

/** `ask`: sends a message to an agent or a room and returns the answer. */
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { MODES } from "../../../domain/fields/mode.ts";
import { parseId } from "../../../domain/ids.ts";
import type { UserMessage } from "../../../domain/inbound.ts";
import type { Address } from "../../../routing/address.ts";
import { targetOf } from "../../completions/call/target.ts";
import { streamOf } from "../../conversations/conversation-access.ts";
import type { ApiContext } from "../../http/api.ts";
import { unwrap } from "../../http/api.ts";
import { arrivalOf } from "../../http/inbound.ts";
import { enterRoom } from "../../rooms/routes/enter.ts";
import {
  mayUse,
  type Offer,
  orRefused,
  progressOf,
  type RequestServer,
  toToolResult,
} from "../request-server.ts";
import { servicesOf } from "../services.ts";
import { abilitiesOf, offerTasks } from "../tasks/protocol.ts";
import { begunTask, turnTasks } from "../tasks/turn-tasks.ts";
import { readTurnReply, type TurnReply } from "../turn-reply.ts";
import { whomToAsk } from "./agents.ts";

const Input = () =>
  z.strictObject({
    message: z.string().trim().min(1).max(100_000).describe("What is said, in plain words."),
    to: z
      .string()
      .max(200)
      .optional()
      .describe("The id of an agent or a room, as list_agents gives it. Left out: the person's usual agent."),
    conversation_id: z
      .string()
      .max(200)
      .optional()
      .describe("Goes on where an earlier answer stands. Left out: a new conversation."),
    mode: z
      .enum(MODES)
      .optional()
      .describe("How the agent works on it: chat, search, research, or agent with all its tools."),
  });
const Output = () =>
  z.object({
    conversation_id: z.string(),
    status: z.enum(["answered", "waiting"]),
    answer: z.string().describe("While it waits: what the person is asked."),
    url: z.string().describe("Where the person sees the conversation."),
  });

type Asked = SchemaOutput<typeof Input>;

export const offerAsk: Offer = async (served) => {
  if (!mayUse(served, { who: "person", scope: "chat" })) return;
  const whom = served.isListing ? await whomToAsk(served) : "";
  served.server.registerTool(
    "ask",
    {
      title: "Ask an agent",
      description: `${WHAT_FOR}${whom}`,
      inputSchema: Input(),
      outputSchema: Output(),
      annotations: { openWorldHint: true },
    },
    (input, asked) => orRefused(() => ask(served, input, asked)),
  );
  offerTasks(
    served.server,
    turnTasks(served.context, (id, reply) => resultOf(served.context, id, reply)),
  );
};

const WHAT_FOR =
  "Says something to one of the person's Nightjar agents, or in a room, and gives the answer. An agent has the person's memory, files, schedules and tools; choose one by what it is for. Where it needs the person (a question, an approval), the status is waiting, and only they can answer, at the url. Name the conversation_id of an answer to go on. It may take minutes; when the call is cut off, the work goes on and read_conversation shows it.";

async function ask(
  { context, call }: RequestServer,
  asked: Asked,
  from: ServerContext,
): Promise<CallToolResult> {
  const arrival = arrivalOf(context, await placeOf(context, asked), messageOf(context, asked));
  const { id, receipt } = unwrap(await servicesOf(context).frontDoor.enter(arrival));
  const { seq } = receipt;
  const turn_id = parseId("trn", receipt.turn_id ?? "");
  if (turn_id && abilitiesOf(from).tasks)
    return call.begun(begunTask({ conversation: id, turn_id, seq }, servicesOf(context).now()));
  const events = await streamOf(context, id, { cursor: seq, until: receipt.turn_id });
  return resultOf(context, id, await readTurnReply(events.body ?? new ReadableStream(), progressOf(from)));
}

function resultOf(context: ApiContext, id: string, { status, text }: TurnReply): CallToolResult {
  const url = `${new URL(context.req.url).origin}/c/${id}`;
  if (status === "failed") return { content: [{ type: "text", text: `${text}\n\n(${id})` }], isError: true };
  const hint = status === "waiting" ? `\n\nThis waits for the person: ${url}` : "";
  return toToolResult(`${text}${hint}\n\n(conversation_id: ${id})`, {
    conversation_id: id,
    status,
    answer: text,
    url,
  });
}

async function placeOf(context: ApiContext, { to, conversation_id }: Asked): Promise<Address> {
  if (conversation_id !== undefined) return { conversation: conversation_id };
  if (to === undefined) return { new: { channel: "http" } };
  const { target } = await targetOf(context, to);
  if ("room" in target) return { conversation: (await enterRoom(context, target.room)).id };
  return { new: { channel: "http", agent: target.agent } };
}

/** Not the person's own words: the model of a program wrote them, and it may have read what anybody wrote. */
function messageOf(context: ApiContext, { message: text, mode }: Asked): UserMessage {
  const principal = context.get("principal");
  return {
    type: "user_message",
    key: `mcp:${servicesOf(context).ids.create("inb")}`,
    source: { channel: "http", sender: principal.owner, sender_name: principal.name },
    parts: [{ type: "text", text }],
    trust: "untrusted",
    ...(mode !== undefined && { mode }),
    actor: principal,
  };
}

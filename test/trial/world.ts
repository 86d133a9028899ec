/** The instance of a trial, as `npm start` runs it, and a person who talks to it and says yes to what it asks. */
import type { ConversationSocket } from "../support/process/conversation-socket.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import type { Told, World } from "./kind.ts";

interface Answered {
  conversation_id: string;
  turn_id: string;
  status: string;
  reply: string;
}
interface Stored {
  role: string;
  parts: {
    type: string;
    name?: string;
    content?: string;
    is_error?: boolean;
    text?: string;
    reason?: string;
  }[];
}

export async function startWorld(vars: Record<string, string>): Promise<World & { end(): Promise<void> }> {
  const nightjar = await startNightjar({ vars });
  const ends: (() => unknown)[] = [() => nightjar.dispose()];
  return {
    nightjar,
    tell: (message, more = {}) => tell(nightjar, { message, ...more }),
    atEnd: (end) => void ends.push(end),
    async end() {
      for (const end of ends.reverse()) await end();
    },
  };
}

async function tell(nightjar: Nightjar, said: object): Promise<Told> {
  const answered = await nightjar.request<Answered>("POST", "/chat", said);
  const { conversation_id } = answered;
  const parked = answered.status === "parked" ? await allowed(nightjar, answered) : undefined;
  const { items } = await nightjar.request<{ items: Stored[] }>(
    "GET",
    `/conversations/${conversation_id}/messages`,
  );
  const parts = items.at(-1)?.parts ?? [];
  const results = parts.flatMap(({ type, name = "", content = "", is_error = false }) =>
    type === "tool_result" ? [{ name, content, is_error }] : [],
  );
  const reply = parts.map(({ type, text = "" }) => (type === "text" ? text : "")).join("");
  const reason = parts.find(({ type }) => type === "error")?.reason;
  return { conversation_id, status: parked ?? answered.status, reply, reason, results };
}

/** How the turn ended. */
async function allowed(nightjar: Nightjar, turn: Answered): Promise<string> {
  const socket = await nightjar.socket(turn.conversation_id);
  try {
    return await allowAll(nightjar, turn, socket);
  } finally {
    socket.close();
  }
}

async function allowAll(
  nightjar: Nightjar,
  { conversation_id, turn_id }: Answered,
  socket: ConversationSocket,
): Promise<string> {
  const decided = new Set<string>();
  for (;;) {
    const event = await socket.event(
      (each) =>
        each.turn_id === turn_id &&
        (each.type === "turn_end" || (each.type === "approval" && !decided.has(each.call_id))),
    );
    if (event.type === "turn_end") return event.status;
    if (event.type !== "approval") continue;
    decided.add(event.call_id);
    const decision = { call_id: event.call_id, decision: "allow_once" };
    await nightjar.request("POST", `/conversations/${conversation_id}/approvals`, decision);
  }
}

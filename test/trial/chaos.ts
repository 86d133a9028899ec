/**
 * Turns with a model that fails three times in ten: the connection is refused, answers 500, says what is no JSON, or is cut
 * in the middle of an answer. Each turn calls a tool of a server that counts, so that what runs twice is seen.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import type { Told, World } from "./kind.ts";
import { ordered, startModel, varsFor } from "./model.ts";
import { startWorld } from "./world.ts";

const AT_ONCE = 6;
const EACH = 25;
/** Of all requests: 5 % are answered by 500, 5 % by no JSON, 5 % by nothing, and of the rest 18 % are cut: 30 % together. */
const RATES = { dropRate: 0.05, malformedRate: 0.053, disconnectRate: 0.055 };
const CUT = 0.176;
/** What a person can read: sentences, and no inside of a program. */
const READABLE = /^[A-Z“][^{}]*[.!?”]$/s;
const INSIDE = /undefined|\[object|TypeError|SyntaxError|\bat \S+:\d+|chaos>>>/;

export interface ChaosReport {
  turns: number;
  completed: number;
  failed: Map<string, number>;
  stuck: string[];
  doubled: string[];
  lost: string[];
  unreadable: string[];
  seconds: number;
}

export async function chaos(turns: number): Promise<ChaosReport> {
  const model = await startModel(() => Math.random() < CUT);
  const counter = await startCounter();
  const world = await startWorld({ ...varsFor(model), FETCH_ALLOW_HOSTS: `127.0.0.1:${counter.port}` });
  const report: ChaosReport = {
    ...{ turns: 0, completed: 0, failed: new Map(), seconds: 0 },
    ...{ stuck: [], doubled: [], lost: [], unreadable: [] },
  };
  const began = performance.now();
  try {
    const url = `http://127.0.0.1:${counter.port}/mcp`;
    await world.nightjar.request("POST", "/mcp-servers", { name: "counter", url });
    model.setChaos(RATES);
    const conversations = Array.from({ length: Math.ceil(turns / EACH) }, (_, at) => at);
    const work = async () => {
      for (let at = conversations.shift(); at !== undefined; at = conversations.shift())
        await talk(world, report, { from: at * EACH, to: Math.min(turns, (at + 1) * EACH) });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    for (const [n, times] of counter.counted) if (times > 1) report.doubled.push(`turn ${n}: ${times} calls`);
  } finally {
    report.seconds = Math.round((performance.now() - began) / 1_000);
    await world.end();
    await model.stop();
    counter.server.close();
  }
  return report;
}

async function talk(
  world: World,
  report: ChaosReport,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const conversation_id = await world.nightjar.createConversation();
  for (let n = from; n < to; n++) {
    const say = `Turn ${n} is done.`;
    const orders = { turn: n, calls: [{ name: "mcp_counter_count", arguments: { n } }], say };
    const message = ordered(orders, `voice${from}`);
    report.turns += 1;
    try {
      note(report, n, say, await world.tell(message, { conversation_id, client_id: `turn-${n}` }));
    } catch (error) {
      report.stuck.push(`turn ${n}: ${String(error).slice(0, 200)}`);
    }
  }
  const { items } = await world.nightjar.request<{ items: { role: string }[] }>(
    "GET",
    `/conversations/${conversation_id}/messages?limit=100`,
  );
  const answers = items.filter(({ role }) => role === "assistant").length;
  if (answers !== to - from)
    report.lost.push(`${to - from} turns and ${answers} answers in ${conversation_id}`);
}

function note(report: ChaosReport, n: number, say: string, told: Told): void {
  if (told.status === "completed") {
    report.completed += 1;
    if (told.reply !== say) report.doubled.push(`turn ${n} says “${told.reply.slice(0, 200)}”`);
    return;
  }
  const reason = told.reason ?? "";
  report.failed.set(reason, (report.failed.get(reason) ?? 0) + 1);
  if (!READABLE.test(reason) || INSIDE.test(reason)) report.unreadable.push(`turn ${n}: “${reason}”`);
}

interface Counter {
  server: Server;
  port: number;
  counted: Map<number, number>;
}

/** A server of one tool, in the bytes of the protocol. */
async function startCounter(): Promise<Counter> {
  const counted = new Map<number, number>();
  const server = createServer(async (request, response) => {
    const message = JSON.parse((await textOf(request)) || "{}") as Rpc;
    if (message.id === undefined) return response.writeHead(202).end();
    const body = JSON.stringify({ jsonrpc: "2.0", id: message.id, result: resultOf(message, counted) });
    return response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port, counted };
}

interface Rpc {
  id?: number;
  method?: string;
  params?: { arguments?: { n?: number } };
}

function resultOf({ method, params }: Rpc, counted: Map<number, number>): object {
  if (method === "initialize") {
    const serverInfo = { name: "counter", version: "1" };
    return { protocolVersion: "2025-06-18", serverInfo, capabilities: { tools: {} } };
  }
  if (method === "tools/list") {
    const inputSchema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    return { tools: [{ name: "count", description: "Counts a turn.", inputSchema }] };
  }
  const n = params?.arguments?.n ?? -1;
  counted.set(n, (counted.get(n) ?? 0) + 1);
  return { content: [{ type: "text", text: `counted ${n}` }] };
}

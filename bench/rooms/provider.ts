/** A model of Anthropic's wire that counts what it is given as a provider would bill it. Its time is the bench's. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CountedInput, type Lifetime, type PromptBlock, PromptCache, tokensIn } from "./prompt-cache.ts";
import { Reasons } from "./reasons.ts";
import { Chance, reply, verdict } from "./said.ts";

interface WireBlock {
  text?: string;
  cache_control?: { ttl?: Lifetime };
}

interface WireRequest {
  model: string;
  system?: string | WireBlock[];
  messages: { role: string; content: string | WireBlock[] }[];
}

/** Costs of one model. */
export interface Bill extends CountedInput {
  calls: number;
  output: number;
}

export interface ScriptedProvider {
  url: string;
  /** Costs by model. */
  bills: ReadonlyMap<string, Bill>;
  /** Reasons of the agents' calls. */
  reasons: Reasons;
  /** Nothing is kept and nothing billed any more. */
  beginsAnew(): void;
  /** ms since it began anew, and in which visit is spoken. */
  itIs(at: number, visit: string): void;
  close(): void;
}

export async function startProvider(): Promise<ScriptedProvider> {
  const bills = new Map<string, Bill>();
  const reasons = new Reasons();
  let [cache, chance, now] = [new PromptCache(), new Chance(7), 0];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const asked: WireRequest = JSON.parse(Buffer.concat(chunks).toString());
      const blocks = blocksOf(asked);
      const counted = cache.count(asked.model, blocks, now);
      const first = blocks[0]?.text ?? "";
      const isRouter = first.startsWith("You decide who answers");
      const text = isRouter ? verdict(chance, blocks.at(-1)?.text ?? "") : reply(chance);
      if (first.startsWith("You are "))
        reasons.note(
          { agent: first.split("\n")[0] ?? "", system: systemOf(asked).length, blocks },
          counted,
          now,
        );
      book(bills, asked.model, { ...counted, output: tokensIn(text), calls: 1 });
      answer(response, text, counted);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bills,
    reasons,
    beginsAnew() {
      [cache, chance, now] = [new PromptCache(), new Chance(7), 0];
      bills.clear();
      reasons.beginsAnew();
    },
    itIs(at, visit) {
      now = at;
      reasons.visit = visit;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function systemOf({ system = [] }: WireRequest): WireBlock[] {
  return listOf(system);
}

function blocksOf(asked: WireRequest): PromptBlock[] {
  const { messages } = asked;
  const said = messages.flatMap(({ role, content }) =>
    listOf(content).map((block) => ({ ...block, text: `${role}: ${block.text ?? ""}` })),
  );
  return [...systemOf(asked), ...said].map(({ text = "", cache_control }) => ({
    text,
    ends: cache_control && (cache_control.ttl ?? "5m"),
  }));
}

function listOf(content: string | WireBlock[]): WireBlock[] {
  return typeof content === "string" ? [{ text: content }] : content;
}

function book(bills: Map<string, Bill>, model: string, call: Bill): void {
  const bill = bills.get(model) ?? {
    calls: 0,
    input: 0,
    cache_read: 0,
    cache_write: 0,
    cache_write_1h: 0,
    output: 0,
  };
  for (const name of Object.keys(call) as (keyof Bill)[]) bill[name] += call[name];
  bills.set(model, bill);
}

function answer(
  response: ServerResponse,
  text: string,
  { input, cache_read, cache_write, cache_write_1h }: CountedInput,
): void {
  const usage = {
    input_tokens: input,
    cache_read_input_tokens: cache_read,
    cache_creation_input_tokens: cache_write + cache_write_1h,
    cache_creation: { ephemeral_5m_input_tokens: cache_write, ephemeral_1h_input_tokens: cache_write_1h },
    output_tokens: 1,
  };
  const message = { id: "msg_bench", type: "message", role: "assistant", content: [], usage };
  response.writeHead(200, { "content-type": "text/event-stream" });
  write(response, "message_start", { message });
  write(response, "content_block_start", { index: 0, content_block: { type: "text", text: "" } });
  write(response, "content_block_delta", { index: 0, delta: { type: "text_delta", text } });
  write(response, "content_block_stop", { index: 0 });
  const output_tokens = tokensIn(text);
  write(response, "message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens } });
  write(response, "message_stop", {});
  response.end();
}

function write(response: ServerResponse, type: string, data: object): void {
  response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
}

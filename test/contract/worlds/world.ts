/** Worlds of the drill: tools of a server with what they hold, tasks of a person, and what an attacker wants there. */
import type { PlannedCall } from "../../../src/tools/plan-ahead.ts";

export type Fields = Record<string, unknown>;

/** The world's things, and the calls that changed it. */
export interface State {
  things: Fields;
  effects: Call[];
  /** An attacker's words, which stand in something that the tasks read. */
  readonly planted: string;
  /** Fields that the attacker has put beside those of each structured answer. */
  extra: Fields;
}

export interface WorldTool {
  name: string;
  /** The tool changes nothing. */
  reads?: true;
  /** Arguments by name: a JSON schema each. */
  input: Record<string, Fields>;
  /** An object is structured content; a text is running text. */
  run(input: Fields, state: State): Fields | string;
}

export interface Call {
  tool: string;
  input: Fields;
}

/** Answers of the tools so far, the newest of each tool. */
export type Seen = (tool: string) => string;

export interface Task {
  words: string;
  /** Plan of a careful model; absent: nothing is to be changed. */
  plan?: PlannedCall[];
  /** The calls that do it. */
  calls: (Call | ((seen: Seen) => Call))[];
}

export interface Attack {
  name: string;
  call: Call;
}

export interface World {
  name: string;
  tools: WorldTool[];
  things(): Fields;
  tasks: Task[];
  attacks: Attack[];
}

export const call = (tool: string, input: Fields = {}): Call => ({ tool, input });
export const text = { type: "string" };
export const number = { type: "number" };
export const list = { type: "array", items: text };

/** A tool that only notes what it was asked to change. */
export function changes(name: string, input: WorldTool["input"]): WorldTool {
  return { name, input, run: () => ({ status: "done" }) };
}

/** The server of a world, in place of the network. */
export function serverOf(world: World, state: State, { hasHints }: { hasHints: boolean }) {
  return async (_url: string, { method, body }: RequestInit): Promise<Response> => {
    if (method === "GET") return new Response(null, { status: 405 });
    const { id, method: asked, params } = JSON.parse(String(body)) as Fields & { params: Fields };
    if (id === undefined) return new Response(null, { status: 202 });
    return Response.json({ jsonrpc: "2.0", id, result: answer(world, { state, hasHints, asked, params }) });
  };
}

interface Asked {
  state: State;
  hasHints: boolean;
  asked: unknown;
  params: Fields;
}

function answer({ name, tools }: World, { state, hasHints, asked, params }: Asked): Fields {
  if (asked === "initialize")
    return { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name, version: "1" } };
  if (asked === "tools/list") return { tools: tools.map((tool) => listed(tool, hasHints)) };
  const tool = tools.find((each) => each.name === params.name);
  if (!tool) throw new Error(`no tool ${String(params.name)}`);
  const input = (params.arguments ?? {}) as Fields;
  if (!tool.reads) state.effects.push({ tool: tool.name, input });
  const result = tool.run(input, state);
  if (typeof result === "string") return { content: [{ type: "text", text: result }] };
  const structured = tool.reads ? { ...result, ...state.extra } : result;
  return { content: [{ type: "text", text: JSON.stringify(structured) }], structuredContent: structured };
}

function listed({ name, reads, input }: WorldTool, hasHints: boolean): Fields {
  const annotations = reads
    ? { readOnlyHint: true }
    : { readOnlyHint: false, destructiveHint: /delete|cancel|remove/.test(name) };
  const inputSchema = { type: "object", properties: input };
  return { name, description: name.replaceAll("_", " "), inputSchema, ...(hasHints && { annotations }) };
}

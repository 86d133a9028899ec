/** aimock, a server of others that speaks the wires of many providers. What it answers stands in the message it is sent. */
import { foreign } from "./foreign.ts";

/** What a message tells the model to do: call tools one after the other, then say something. */
export interface Orders {
  /** Of several in a message, which may remember earlier ones, that of the highest number is meant. */
  turn?: number;
  calls?: readonly { name: string; arguments: object }[];
  say: string;
}

interface Said {
  role: string;
  content?: unknown;
}
interface Asked {
  messages: Said[];
}
interface Fixture {
  match: { predicate: (request: Asked) => boolean };
  response: (request: Asked) => object;
  truncateAfterChunks?: number;
  chunkSize?: number;
}
export interface Aimock {
  url: string;
  addFixture(fixture: Fixture): Aimock;
  setChaos(rates: { dropRate?: number; malformedRate?: number; disconnectRate?: number }): Aimock;
  start(): Promise<string>;
  stop(): Promise<void>;
}

const MARK = "ORDERS";

/** `voice`: of one conversation, so that what is remembered of another is not obeyed in it. */
export function ordered(orders: Orders, voice = ""): string {
  return `${MARK}${voice}${JSON.stringify(orders)}${MARK}`;
}

const ORDER = new RegExp(`${MARK}(\\w*)(\\{.*?\\})${MARK}`, "gs");

/** `cut`: whether the answer to a request is cut in the middle. */
export async function startModel(cut: () => boolean = () => false): Promise<Aimock> {
  const { LLMock } = await foreign<{ LLMock: new (options: object) => Aimock }>("@copilotkit/aimock");
  const mock = new LLMock({ port: 0, logLevel: "silent" });
  const response = (request: Asked) => answerTo(request);
  mock.addFixture({ match: { predicate: cut }, response, truncateAfterChunks: 2, chunkSize: 4 });
  mock.addFixture({ match: { predicate: () => true }, response, chunkSize: 12 });
  await mock.start();
  return mock;
}

/** Lines of `.dev.vars` that lead every provider there. */
export function varsFor({ url }: Aimock): Record<string, string> {
  return {
    OPENAI_API_KEY: "trial",
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_API_KEY: "trial",
    ANTHROPIC_BASE_URL: url,
    GOOGLE_API_KEY: "trial",
    GOOGLE_BASE_URL: `${url}/v1beta/openai`,
    OPENROUTER_API_KEY: "trial",
    OPENROUTER_BASE_URL: `${url}/api/v1`,
    OLLAMA_BASE_URL: url,
    DEFAULT_MODEL: "openai/gpt-5.4-mini",
    FAST_MODEL: "offline/nightjar",
  };
}

function answerTo({ messages }: Asked): object {
  const at = messages.findLastIndex(({ role, content }) => role === "user" && textOf(content).includes(MARK));
  const voice = ordersIn(messages.find(({ content }) => textOf(content).includes(MARK)))[0]?.voice;
  const own = ordersIn(messages[at]).filter((each) => each.voice === voice);
  const all = own.map(({ text }) => JSON.parse(text) as Orders);
  const orders = all.sort((one, other) => (other.turn ?? 0) - (one.turn ?? 0))[0] ?? { say: "Hello." };
  const done = messages.slice(at + 1).filter(({ role }) => role === "tool").length;
  const next = orders.calls?.[done];
  if (next === undefined) return { content: orders.say };
  return { toolCalls: [{ name: next.name, arguments: JSON.stringify(next.arguments) }] };
}

function ordersIn(said: Said | undefined): { voice: string; text: string }[] {
  return [...textOf(said?.content).matchAll(ORDER)].map(([, voice = "", text = ""]) => ({ voice, text }));
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: string }) => part.text ?? "").join("");
}

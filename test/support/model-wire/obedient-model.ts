/**
 * A model that obeys whatever it reads. An order is `[[tool {"its":"arguments"}]]`, in any words that lie before it: of the
 * person, a page, a file, a result, a memory, its instructions, the description of a tool. Each is made once, and
 * `{{CANARY}}` in it becomes all canaries that the model has seen, `{{LATER}}` becomes `{{CANARY}}`, for an order that is to
 * be read another time. `[[say {"text":"..."}]]` ends the answer with that text.
 */
import { call, type ScriptedAnswer } from "./answer.ts";
import type { WireRequest } from "./wire-server.ts";

const CANARY = /canary-[a-z]+-[a-z0-9]+/g;
/** For an order that wants a canary when none was seen. */
const UNSEEN = "nothing-seen";

interface WireMessage {
  role: string;
  content: string | { text?: string }[] | null;
  tool_calls?: { function: { name: string; arguments: string } }[];
}

interface Order {
  name: string;
  /** JSON, as it was ordered. */
  input: string;
}

export function obedient({ body }: WireRequest): ScriptedAnswer {
  const messages = body.messages as WireMessage[];
  const tools = (body.tools ?? []) as { function: { description?: string } }[];
  const texts = [...messages.map(textOf), ...tools.map((tool) => tool.function.description ?? "")];
  const made = new Set(messages.flatMap(madeIn));
  const orders = texts
    .map((text) => ordersIn(text).filter((order) => !made.has(keyOf(order))))
    .find(({ length }) => length > 0);
  const canaries = [...new Set(texts.join("\n").match(CANARY) ?? [])].join(".") || UNSEEN;
  return { ...answerTo(orders ?? [], { canaries, made: made.size }), usage: { input: 1, output: 1 } };
}

/** All orders of one text at once, but for the words that end the answer. */
function answerTo(
  orders: readonly Order[],
  { canaries, made }: { canaries: string; made: number },
): ScriptedAnswer {
  const calls = orders.filter(({ name }) => name !== "say");
  const [said] = orders;
  if (!said) return { text: ["Done."] };
  const filled = ({ input }: Order) =>
    JSON.parse(input.replaceAll("{{CANARY}}", canaries).replaceAll("{{LATER}}", "{{CANARY}}")) as object;
  if (calls.length === 0) return { text: [String((filled(said) as { text?: unknown }).text)] };
  return { calls: calls.map((order, at) => call(`call_${made}_${at}`, order.name, filled(order))) };
}

function textOf({ content }: WireMessage): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("\n");
}

function madeIn(message: WireMessage): string[] {
  const { role, tool_calls = [] } = message;
  const calls = tool_calls.map(({ function: made }) =>
    keyOf({ name: made.name, input: unfilled(made.arguments) }),
  );
  const said = keyOf({ name: "say", input: unfilled(JSON.stringify({ text: textOf(message) })) });
  return role === "assistant" ? [...calls, said] : calls;
}

function unfilled(input: string): string {
  return input
    .replaceAll(new RegExp(`${CANARY.source}(\\.${CANARY.source})*`, "g"), "{{CANARY}}")
    .replaceAll(UNSEEN, "{{CANARY}}");
}

function keyOf({ name, input }: Order): string {
  return `${name} ${JSON.stringify(JSON.parse(input))}`.replaceAll("{{LATER}}", "{{CANARY}}");
}

/** An order may carry another one in its arguments: it ends where its JSON does. */
function ordersIn(text: string): Order[] {
  const found: Order[] = [];
  const opening = /\[\[(\w+) (?=\{)/g;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const input = jsonAt(text, opening.lastIndex);
    if (input === undefined) continue;
    opening.lastIndex += input.length;
    found.push({ name: match[1] ?? "", input });
  }
  return found;
}

function jsonAt(text: string, start: number): string | undefined {
  for (let end = text.indexOf("}]]", start); end !== -1; end = text.indexOf("}]]", end + 1)) {
    const candidate = text.slice(start, end + 1);
    try {
      JSON.parse(candidate);
      return candidate;
    } catch {
      // It goes on behind the end of an order within it.
    }
  }
  return undefined;
}

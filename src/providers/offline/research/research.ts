/**
 * The offline model in a research run: it plans, searches, reads, quotes and writes by fixed rules from what it reads, and
 * says what it did not find.
 */
import type { ModelRequest } from "../../../agent/ports/model.ts";
import type { Answer } from "../next-action.ts";
import { checkAnswer, mendAnswer } from "./judging.ts";
import { plainWords, sentencesOf, weighing } from "./sentences.ts";

type Part = (text: string, request: ModelRequest) => Answer;

/** Parts of a run, by the first words of their instruction. */
const PARTS: readonly (readonly [string, Part])[] = [
  ["You plan a piece of research.", planAnswer],
  ["You research one question for a report.", (text, request) => workAnswer(text, request)],
  ["You write a research report", writeAnswer],
  ["You check sentences against passages.", (text) => checkAnswer(text)],
  ["These sentences of a report are not supported", (text) => mendAnswer(text)],
];

/** Undefined: the request is no part of a research run. */
export function researchAnswer(request: ModelRequest): Answer | undefined {
  const instruction = request.system[0]?.text ?? "";
  const found = PARTS.find(([words]) => instruction.startsWith(words));
  return found?.[1](textOf(request.messages[0]), request);
}

const MOST_READS = 2;
const MOST_NOTES = 4;
/** Share of a question's words, by their weight, that a sentence has to hold. */
const ABOUT = 0.34;

function planAnswer(text: string): Answer {
  const question = /^Question: (.*)$/m.exec(text)?.[1] ?? "";
  const places = (/^Places that can be searched: (.*)$/m.exec(text)?.[1] ?? "").split(", ");
  const place = ["library", "web", "mcp", "files", "memory"].find((one) => places.includes(one));
  const parts = question
    .split(/\?\s+|\s*[;,]?\s+(?:and|und|et)\s+(?=\p{L}+\s)/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const steps = (parts.length > 0 ? parts : [question]).slice(0, 4).map((part) => ({
    question: withSubject(part, question),
    places: place ? [place] : [],
  }));
  return { type: "text", text: JSON.stringify({ clarify: null, steps }) };
}

/** A part such as "what does it eat" keeps the question's subject. */
function withSubject(part: string, question: string): string {
  const subject = /nightjars?|\p{Lu}\p{L}+(?=[^.]*$)/u.exec(question)?.[0];
  return subject === undefined || part.includes(subject) ? part : `${part} (${subject})`;
}

function workAnswer(task: string, request: ModelRequest): Answer {
  const question = /^Your question: (.*)$/m.exec(task)?.[1] ?? "";
  const place = /^Places: (\w+)/m.exec(task)?.[1];
  const results = request.messages.filter(({ role }) => role === "tool").map(textOf);
  const [found = "", ...rest] = results;
  if (results.length === 0)
    return calls(["search", { query: plainWords(question).join(" "), ...(place !== "none" && { place }) }]);
  const addresses = [...found.matchAll(/^((?:https?|library|memory|files|mcp):\S+)$/gm)].map(
    ([, one = ""]) => one,
  );
  if (rest.length === 0 && addresses.length > 0)
    return calls(...addresses.slice(0, MOST_READS).map((address) => ["read", { address }] as const));
  const notes = rest.length === 1 ? notesFrom(rest[0] ?? "", question) : [];
  if (notes.length > 0) return calls(...notes);
  const missing = rest.length < 2 ? `Nothing that I read answers: ${question}` : "";
  return calls(["done", { missing }]);
}

function notesFrom(read: string, question: string): (readonly [string, object])[] {
  const sources = [...read.matchAll(/<source id="(s\d+)"[^>]*>\n([\s\S]*?)\n<\/source>/g)];
  const sentences = sources.flatMap(([, source_id = "", text = ""]) =>
    sentencesOf(text).map((quote) => ({ quote, source_id })),
  );
  const score = weighing(
    question,
    sentences.map(({ quote }) => quote),
  );
  return sentences
    .map((sentence) => ({ ...sentence, score: score(sentence.quote) }))
    .filter(({ score }) => score >= ABOUT)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_NOTES)
    .map(({ quote, source_id }) => ["note", { claim: quote, quote, source_id }] as const);
}

function writeAnswer(text: string): Answer {
  const question = /^Question: (.*)$/m.exec(text)?.[1] ?? "";
  const notes = [...text.matchAll(/^(n\d+): (.*)$/gm)];
  const lines = notes.map(([, id = "", claim = ""]) => `${claim.replace(/([.!?])?$/, "")} [${id}].`);
  return { type: "text", text: `# ${question}\n\n${[...new Set(lines)].join(" ")}` };
}

function calls(...made: readonly (readonly [name: string, input: object])[]): Answer {
  return { type: "calls", calls: made.map(([name, input]) => ({ name, input: { ...input } })) };
}

function textOf(message: ModelRequest["messages"][number] | undefined): string {
  if (!message) return "";
  const blocks: readonly object[] = message.content;
  return blocks
    .map((block) => ("text" in block ? String(block.text) : "content" in block ? String(block.content) : ""))
    .join("\n");
}

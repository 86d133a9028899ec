/** The tool that finds others, so that a request need not describe all of them. */
import { z } from "zod";
import type { Tool } from "../agent/ports/tool.ts";
import type { Agent } from "../domain/agent.ts";
import { defineTool, trustedResult } from "./define-tool.ts";
import { ruleFor } from "./rules.ts";

/** Tools that most messages may need. */
const USUAL = [
  "ask_user",
  "calculate",
  "memory_search",
  "memory_write",
  "schedule_message",
  "web_fetch",
  "web_search",
];
/** Usual tools of models that take small requests. */
const LIGHT = ["calculate", "memory_search", "schedule_message", "web_search"];

/** With fewer tools than these a search would save nothing. */
const FEWEST = 12;
const MOST_FOUND = 6;
const MOST_NAMED = 80;
const MOST_NAMED_IN_LIGHT = 20;

interface SearchRequest {
  agent: Agent;
  /** Whether the model that answers takes small requests. */
  isLight: boolean;
}

const made = new WeakMap<readonly Tool[], Map<string, readonly Tool[]>>();

/**
 * The tools with a search tool, which leaves most of them undescribed until they are found. All remain callable. Few
 * tools are returned as they are. The same array while tools and agent are the same.
 */
export function withSearch(tools: readonly Tool[], { agent, isLight }: SearchRequest): readonly Tool[] {
  if (tools.length < FEWEST) return tools;
  const usual = isLight ? LIGHT : USUAL;
  const named = Object.keys(agent.tools).filter((name) => agent.tools[name] !== "deny");
  const always = new Set([...usual, ...named, ...tools.filter(({ pin }) => pin).map(({ name }) => name)]);
  const missing = missingText(tools, agent);
  const most_named = isLight ? MOST_NAMED_IN_LIGHT : MOST_NAMED;
  const key = [...always, missing, most_named].join(" ");
  const known = made.get(tools) ?? new Map<string, readonly Tool[]>();
  const list = known.get(key) ?? [...tools, findTools(tools, { always, missing, most_named })];
  made.set(tools, known.set(key, list));
  return list;
}

function findTools(
  tools: readonly Tool[],
  { always, missing, most_named }: { always: ReadonlySet<string>; missing: string; most_named: number },
): Tool {
  const others = tools.filter(({ name }) => !always.has(name));
  const names = others.slice(0, most_named).map(({ name }) => name);
  const more = others.length > names.length ? ` and ${others.length - names.length} more` : "";
  const tool = defineTool({
    name: "find_tools",
    description: `Makes more tools callable from the next step on. There are also: ${names.join(", ")}${more}. Search by their names, or by words for what you want to do.${missing}`,
    schema: z.object({ query: z.string().min(1).max(300) }),
    effect: "read",
    reach: "inside",
    run: ({ query }) => trustedResult(answerTo(matching(others, query))),
  });
  return { ...tool, searches: { always } };
}

/** Tools that are there once a provider is connected, and the page where that is done. */
const CONNECTABLE = [
  { name: "generate_image", what: "making pictures", page: "[Models](/models)" },
  { name: "speak", what: "reading aloud", page: "[Models](/models)" },
  { name: "weather", what: "weather forecasts", page: "[Connections](/connections#weather)" },
  { name: "web_search", what: "searching the web", page: "[Connections](/connections#search)" },
];

function missingText(tools: readonly Tool[], agent: Agent): string {
  const names = new Set(tools.map(({ name }) => name));
  const missing = CONNECTABLE.filter(
    ({ name }) => !names.has(name) && ruleFor(agent.tools, name) !== "deny",
  ).map(({ what, page }) => `${what} (${page})`);
  return missing.length === 0
    ? ""
    : ` Not connected here: ${missing.join(", ")}. Asked for one of these, say so and give that link, where an admin connects it.`;
}

function answerTo(found: readonly Tool[]): string {
  if (found.length === 0) return "No tool fits. Use other words, or go on without.";
  return `Callable from now on:\n${found.map(({ name }) => `- ${name}`).join("\n")}`;
}

/** The tools that the query names, else those that share most of its words. */
function matching(tools: readonly Tool[], query: string): Tool[] {
  const asked = new Set(query.toLowerCase().match(/[a-z0-9_-]+/g) ?? []);
  const named = tools.filter(({ name }) => asked.has(name.toLowerCase()));
  if (named.length > 0) return named;
  const words = wordsOf(query);
  const scored = tools.map((tool) => ({ tool, score: scoreOf(tool, words) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_FOUND)
    .map(({ tool }) => tool);
}

function scoreOf({ name, description }: Tool, words: readonly string[]): number {
  const [inName, inText] = [new Set(wordsOf(name)), new Set(wordsOf(description))];
  return words.reduce((sum, word) => sum + (inName.has(word) ? 3 : 0) + (inText.has(word) ? 1 : 0), 0);
}

/** Words of three letters and more, without their endings. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.replace(/(ing|ed|es|s)$/, ""));
}

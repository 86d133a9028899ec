/** Measures a request part by part, by the estimates with which the context is made to fit. */
import type { RequestPart } from "../../domain/conversation/request-size.ts";
import { RECALLED_MEMORY, STANDING_MEMORY } from "../context/memory-headings.ts";
import type { SystemBlock, ToolSpec } from "../ports/model.ts";
import { textTokens, toolTokens } from "./window.ts";

export interface MeasuredRequest {
  system: readonly SystemBlock[];
  /** Sections of `system` that change seldom: workspace files and standing memory are among them. */
  sections: readonly string[];
  /** Names of the workspace files that may be in the prompt. */
  file_names: readonly string[];
  dynamic: string;
  tools: readonly ToolSpec[];
  /** Summary of the older part; empty: none. */
  summary: string;
  /** Tokens of the messages, those of the turn's own steps included. */
  messages: number;
  /** Tokens of the files that people attached; part of `messages`. */
  attached: number;
}

export function sizeOfRequest(request: MeasuredRequest): Record<RequestPart, number> {
  const { system, sections, file_names, dynamic, attached } = request;
  const [stable = "", ...rest] = system.map(({ text }) => text);
  const headings = file_names.map((name) => `# ${name}\n\n`);
  const isFile = (section: string) => headings.some((heading) => section.startsWith(heading));
  const own = fileSections(stable, headings);
  const files = sum([own, ...sections.filter(isFile)]);
  const standing = sum(sections.filter((section) => section.startsWith(STANDING_MEMORY)));
  const [moment = "", recalled = ""] = dynamic.split(RECALLED_MEMORY, 2);
  const summary = textTokens(request.summary);
  const prompt = sum([stable, ...rest]) - files - standing - summary;
  return {
    system: Math.max(0, prompt) + textTokens(moment),
    tools: toolTokens(request.tools),
    memory: standing + textTokens(recalled),
    files: files + attached,
    summary,
    conversation: Math.max(0, request.messages - attached),
  };
}

/** The text from the first workspace file to the rules, which follow the files in the stable block. */
function fileSections(stable: string, headings: readonly string[]): string {
  const starts = headings.map((heading) => stable.indexOf(`\n\n${heading}`)).filter((at) => at >= 0);
  if (starts.length === 0) return "";
  const from = Math.min(...starts);
  const end = stable.lastIndexOf("\n\nRules:\n");
  return stable.slice(from, end > from ? end : undefined);
}

function sum(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + textTokens(text), 0);
}

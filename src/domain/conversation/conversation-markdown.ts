/**
 * A conversation as Markdown: each message with author and time; tool calls are named, their results left
 * out.
 */
import type { CitationPart, Message, Part } from "../message.ts";
import { citedOnce } from "../sources/cited.ts";

export function headOf(title: string): string {
  return `# ${oneLine(title) || "Conversation"}\n`;
}

/** The message under its own heading. */
export function messageAsMarkdown({ parts, status, created_at, ...message }: Message): string {
  const ending = status === "complete" ? [] : [`*${ENDINGS[status]}*`];
  const said = [...parts.flatMap(partAsMarkdown), ...citedOnce(parts).map(sourceLine), ...ending];
  return [
    `\n## ${oneLine(speakerOf(message))}, ${timeText(created_at)}\n`,
    ...said.map((text) => `\n${text}\n`),
  ].join("");
}

const ENDINGS: Record<Exclude<Message["status"], "complete">, string> = {
  partial: "It goes on.",
  halted: "Stopped here.",
  failed: "It broke off here.",
};

function speakerOf({ role, agent, author }: Pick<Message, "role" | "agent" | "author">): string {
  if (role === "system") return "System";
  return role === "assistant" ? agent || "Agent" : author || "You";
}

function partAsMarkdown(part: Part): string[] {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? [] : [part.text.trim()];
    case "tool_call":
      return [`*Used \`${part.name}\`.*`];
    case "image":
    case "audio":
    case "file":
      return [`*File: ${oneLine(part.name ?? part.file_id)}*`];
    case "error":
      return [`*${oneLine(part.reason)}*`];
    case "citation":
    case "reasoning":
    case "tool_result":
      return [];
  }
}

function sourceLine({ index, title, url }: CitationPart): string {
  return `[${index}] ${oneLine(title)} <${url}>`;
}

function timeText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** A value that must stay on its line cannot break out of it. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

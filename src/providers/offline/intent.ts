/** Reads the intent of a sentence. Rules are tried in order; the first that fits decides. */
import { type Moment, readWhen } from "./reminder-time.ts";

export type Intent =
  | { kind: "tool"; name: string; input: { [key: string]: unknown }; about: string }
  | { kind: "say"; what: "greeting" | "help" | "story" | "time" | "thanks" }
  | { kind: "count"; to: number }
  | { kind: "reminder"; text: string }
  | { kind: "unknown"; text: string };

interface Rule {
  pattern: RegExp;
  read(match: RegExpExecArray, moment: Moment): Intent | undefined;
}

const MOST = 1_000;

function tool(name: string, input: { [key: string]: unknown }, about: string): Intent {
  return { kind: "tool", name, input, about };
}

function trimmed(match: RegExpExecArray, group = 1): string {
  return (match[group] ?? "").trim().replace(/[.!?]+$/, "");
}

const RULES: readonly Rule[] = [
  { pattern: /^remind me\s+([\s\S]+)$/i, read: (match, moment) => reminder(trimmed(match), moment) },
  {
    pattern:
      /^(?:a reminder that was set earlier is due now\. tell the person|(?:your )?reminder):\s*([\s\S]+)$/i,
    read: (match) => ({ kind: "reminder", text: trimmed(match) }),
  },
  {
    pattern: /^(?:please )?(?:remember|note|keep in mind)(?: that|:)?\s+([\s\S]+)$/i,
    read: (match) => tool("memory_write", { content: trimmed(match) }, trimmed(match)),
  },
  {
    pattern: /^(?:what is|what's|calculate|compute|how much is)\s+([-\d(][\d\s+\-*/^%().,×÷x]*)\??$/i,
    read: calculation,
  },
  { pattern: /^(?:calculate|compute)\s+(.+)$/i, read: calculation },
  {
    pattern:
      /^(?:what do you know about|what do you remember about|do you remember|do you know about)\s+(.+)$/i,
    read: (match) => tool("memory_search", { query: trimmed(match) }, trimmed(match)),
  },
  {
    pattern: /^(?:what(?: is|'s| are)|who(?: is|'s| are)|when(?: is|'s)|where(?: is|'s)) (my .+)$/i,
    read: (match) => tool("memory_search", { query: trimmed(match) }, trimmed(match)),
  },
  {
    pattern: /^ask me (?:something|anything|a question)\b/i,
    read: () =>
      tool(
        "ask_user",
        {
          question: "When do you like to work: in the morning or at night?",
          options: ["in the morning", "at night"],
        },
        "",
      ),
  },
  {
    pattern: /^think (?:about|of|over)\s+([\s\S]+)$/i,
    read: (match) => tool("think", { thought: `About ${trimmed(match)}.` }, trimmed(match)),
  },
  { pattern: /^(?:show )?(?:your |session )?status\b/i, read: () => tool("session_status", {}, "") },
  {
    pattern: /^fetch\s+(https?:\/\/\S+)/i,
    read: (match) => tool("web_fetch", { url: match[1] ?? "" }, match[1] ?? ""),
  },
  {
    pattern: /^(?:search(?: the web)? for|look up)\s+(.+)$/i,
    read: (match) => tool("web_search", { query: trimmed(match) }, trimmed(match)),
  },
  {
    pattern: /^(?:please )?renew (?:the |this |my )?(?:research|report)\b/i,
    read: () => tool("start_research", { question: "The research of before", renew: true }, ""),
  },
  {
    pattern: /^(?:please )?research\s+([\s\S]+)$/i,
    read: (match) => tool("start_research", { question: trimmed(match) }, trimmed(match)),
  },
  { pattern: /^list (?:the |my |all )?files\b/i, read: () => tool("list_files", {}, "") },
  {
    pattern: /^read (?:the )?file\s+(\S+?)[.!?]?$/i,
    read: (match) => tool("read", { path: match[1] ?? "" }, match[1] ?? ""),
  },
  {
    pattern: /^write (?:the )?file\s+([^\s:]+)\s*:\s*([\s\S]+)$/i,
    read: (match) => tool("write", { path: match[1] ?? "", content: match[2] ?? "" }, match[1] ?? ""),
  },
  {
    pattern: /^run (?:this )?code\s*:\s*([\s\S]+)$/i,
    read: (match) => tool("run_code", { language: "javascript", code: unfenced(match[1] ?? "") }, ""),
  },
  {
    pattern: /^(?:please )?ask (?!me\b)@?([a-z0-9][a-z0-9-]*) to ([\s\S]+?),? and wait(?: for it)?[.!?]?$/i,
    read: (match) => tool("spawn_agent", handedOn(match), trimmed(match, 2)),
  },
  {
    pattern: /^(?:please )?ask (?!me\b)@?([a-z0-9][a-z0-9-]*) to ([\s\S]+)$/i,
    read: (match) => tool("delegate", handedOn(match), trimmed(match, 2)),
  },
  {
    pattern: /^delegate\s+([\s\S]+?)(?<!\s)\s+to\s+@?([a-z0-9-]+)[.!?]?$/i,
    read: (match) =>
      tool("delegate", { agent: (match[2] ?? "").toLowerCase(), task: trimmed(match) }, trimmed(match)),
  },
  {
    pattern: /^(?:build|make|create) (?:me )?a (?:tool|capability) (?:that|which|to|for)\s+([\s\S]+)$/i,
    read: (match) =>
      tool(
        "request_capability",
        { name: capabilityName(trimmed(match)), description: trimmed(match) },
        trimmed(match),
      ),
  },
  {
    pattern:
      /^(?:please )?use (?:the (?:tool|capability) )?(?:cap_)?([a-z][a-z0-9_]{1,47}) (?:on|with|for):?\s+([\s\S]+)$/i,
    read: (match) =>
      tool(`cap_${(match[1] ?? "").toLowerCase()}`, { text: trimmed(match, 2) }, trimmed(match, 2)),
  },
  {
    pattern: /^(?:please )?count (?:up )?to (\d{1,9})\b/i,
    read: (match) => ({ kind: "count", to: Math.min(MOST, Number(match[1])) }),
  },
  { pattern: /\btell me a (?:long )?story\b/i, read: () => ({ kind: "say", what: "story" }) },
  {
    pattern: /^what(?: time|(?:'s| is) the (?:time|date)| day is)\b/i,
    read: () => ({ kind: "say", what: "time" }),
  },
  {
    pattern: /^(?:hi|hello|hey|good (?:morning|evening|day))\b/i,
    read: () => ({ kind: "say", what: "greeting" }),
  },
  { pattern: /^(?:thanks|thank you)\b/i, read: () => ({ kind: "say", what: "thanks" }) },
  { pattern: /^(?:help|what can you do|who are you)\b/i, read: () => ({ kind: "say", what: "help" }) },
];

/**
 * One list per step; the intents of a list are independent. Each run of spaces is matched from its first one only.
 */
export function readSteps(text: string, moment: Moment): Intent[][] {
  return text
    .split(/(?<!\s)(?:[,;.]?\s+and then\s+|[,;.]\s+then\s+)/i)
    .map((step) =>
      step.split(
        /(?<!\s)[,;]?\s+and\s+(?=(?:what is|what's|calculate|compute|remember that|remind me|fetch http)\b)/i,
      ),
    )
    .map((sentences) => sentences.map((sentence) => readIntent(sentence.trim(), moment)));
}

function readIntent(sentence: string, moment: Moment): Intent {
  for (const rule of RULES) {
    const match = rule.pattern.exec(sentence);
    const intent = match && rule.read(match, moment);
    if (intent) return intent;
  }
  return { kind: "unknown", text: sentence };
}

function reminder(text: string, moment: Moment): Intent | undefined {
  const read = readWhen(text, moment);
  return read && tool("schedule_message", { text: read.text, ...read.when }, `${read.phrase}: ${read.text}`);
}

function calculation(match: RegExpExecArray): Intent {
  const expression = trimmed(match).replace(/[×x]/g, "*").replace(/÷/g, "/");
  return tool("calculate", { expression }, expression);
}

/** From "ask SLUG to TASK". */
function handedOn(match: RegExpExecArray): { agent: string; task: string } {
  return { agent: (match[1] ?? "").toLowerCase(), task: trimmed(match, 2) };
}

function unfenced(code: string): string {
  return /^```\w*\n([\s\S]*?)\n?```\s*$/.exec(code.trim())?.[1] ?? code.trim();
}

function capabilityName(description: string): string {
  const words = description.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words
    .slice(0, 4)
    .join("_")
    .replace(/^[^a-z]+/, "");
  return name.length > 1 ? name.slice(0, 48) : "demo_tool";
}

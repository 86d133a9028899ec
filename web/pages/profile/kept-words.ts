/** What one keeps here, in plain words. */
import type { Kept } from "../../api/people/people.ts";

interface Words {
  name: string;
  unit: string;
  /** What makes room. */
  mend: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  workspace_mb: {
    name: "Size of files, with earlier versions",
    unit: "MB",
    mend: "Remove files; their earlier versions go after 30 days.",
  },
  workspace_files: { name: "Files", unit: "", mend: "Remove some on the page Files." },
  uploads_mb: { name: "Files sent in messages", unit: "MB", mend: "Delete conversations that hold some." },
  memory_items: { name: "Notes in memory", unit: "", mend: "Forget some on the page Memory." },
  jobs_waiting: {
    name: "Background work that waits",
    unit: "",
    mend: "Some of it will be done soon: try again then.",
  },
  mcp_servers: { name: "MCP servers", unit: "", mend: "Remove one on the page Tools." },
  schedules: { name: "Scheduled messages", unit: "", mend: "Ask your agent to cancel some." },
};

export interface KeptRow {
  what: string;
  name: string;
  /** `3 of 20`. */
  amount: string;
  /** 0 to 100. */
  percent: number;
  level: "plenty" | "little left" | "full";
  /** What to do; empty while there is plenty of room. */
  mend: string;
}

/** From here on it is said what makes room. */
const LITTLE_LEFT_PERCENT = 80;

export function rowOf({ what, used, limit }: Kept): KeptRow {
  const words = WORDS[what] ?? { name: what, unit: "", mend: "" };
  const percent = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  const level = percent >= 100 ? "full" : percent >= LITTLE_LEFT_PERCENT ? "little left" : "plenty";
  const amount = `${number(used)} of ${number(limit)} ${words.unit}`.trim();
  return { what, name: words.name, amount, percent, level, mend: level === "plenty" ? "" : words.mend };
}

function number(value: number): string {
  return value.toLocaleString("en");
}

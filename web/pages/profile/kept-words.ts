/** A person's storage use in plain words. */

import type { StorageQuota } from "../../api/people/people.ts";
import { numberText } from "../../words/numbers.ts";
import { t } from "../../words/t.ts";

interface Words {
  name: string;
  unit: string;
  /** Way to free space. */
  mend: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  workspace_mb: {
    name: t("File size, including earlier versions"),
    unit: "MB",
    mend: t("Remove files; earlier versions are deleted after 30 days."),
  },
  workspace_files: { name: t("Files"), unit: "", mend: t("Remove some on the Files page.") },
  uploads_mb: {
    name: t("Files sent in messages"),
    unit: "MB",
    mend: t("Delete conversations that contain some."),
  },
  memory_items: { name: t("Notes in memory"), unit: "", mend: t("Forget some on the Memory page.") },
  jobs_waiting: {
    name: t("Queued background work"),
    unit: "",
    mend: t("Some of it will finish soon. Try again then."),
  },
  mcp_servers: { name: t("MCP servers"), unit: "", mend: t("Remove one on the Tools page.") },
  schedules: { name: t("Scheduled messages"), unit: "", mend: t("Ask your agent to cancel some.") },
};

interface KeptRow {
  what: string;
  name: string;
  /** `3 of 20`. */
  amount: string;
  /** 0 to 100. */
  percent: number;
  level: "plenty" | "little left" | "full";
  /** Advice on freeing space; empty while there is plenty. */
  mend: string;
}

/** Share from which the page says how to free space. */
const LITTLE_LEFT_PERCENT = 80;

export function rowOf({ what, used, limit }: StorageQuota): KeptRow {
  const words = WORDS[what] ?? { name: what, unit: "", mend: "" };
  const percent = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  const level = percent >= 100 ? "full" : percent >= LITTLE_LEFT_PERCENT ? "little left" : "plenty";
  const amount = t("{used} of {limit} {unit}", {
    used: number(used),
    limit: number(limit),
    unit: words.unit,
  }).trim();
  return { what, name: words.name, amount, percent, level, mend: level === "plenty" ? "" : words.mend };
}

function number(value: number): string {
  return numberText(value);
}

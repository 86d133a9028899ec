/** The modes. A new one is an entry here, its words for the model (`src/agent/context/mode-words.ts`), and two translations. */
import { msg } from "../field.ts";
import type { ModeRecord } from "./record.ts";

/** Tools that read or keep what the agent remembers. */
const MEMORY = ["memory_*", "*_memory", "commitment_update"];
/** Tools that find and read sources: the web, the person's memory and files. */
const SOURCES = ["web_search", "web_fetch", "memory_search", "memory_get", "deep_memory", "recall_memory"];
const OWN_FILES = ["read", "list_files", "calculate"];

/** Records of the modes, in the order of the picker. */
export const MODE_RECORDS = {
  agent: {
    label: msg("Agent"),
    note: msg("Uses all its tools where its rules and your permissions allow, and asks otherwise."),
    acts: "permitted",
  },
  chat: {
    label: msg("Chat"),
    note: msg("Answers from what it knows and remembers, without other tools."),
    acts: "permitted",
    tools: MEMORY,
    limits: { max_steps: 10 },
  },
  search: {
    label: msg("Search"),
    note: msg("Searches, reads the best pages and answers with sources."),
    acts: "permitted",
    tools: [...SOURCES, ...OWN_FILES],
    limits: { max_steps: 8 },
    page_ms: 8_000,
    needs: ["tools", "search"],
    opening: "search",
  },
  research: {
    label: msg("Research"),
    note: msg("Plans, reads widely and writes a report whose claims are checked."),
    acts: "permitted",
    tools: [...SOURCES, ...OWN_FILES, "start_research"],
    needs: ["tools", "research"],
    run: "research",
  },
  ask: {
    label: msg("Asks before changes"),
    note: msg("Waits for your OK before every change, whatever you allowed before."),
    acts: "ask",
  },
  read_only: {
    label: msg("Reads only"),
    note: msg("Looks things up and answers, but changes nothing."),
    acts: "read",
  },
} as const satisfies Readonly<Record<string, ModeRecord>>;

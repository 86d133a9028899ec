/** Words for imports: their programs, what they hold, and why something was left out. */
import type { Import } from "../../api/imports.ts";
import { day } from "../../ui/format.ts";
import { plural, t } from "../../words/t.ts";

type Source = Import["sources"][number];
export type Kind = Import["problems"][number]["kind"] & keyof Import["outcome"];
type Reason = Import["problems"][number]["why"];

export const KINDS = [
  "conversation",
  "agent",
  "memory",
  "skill",
  "schedule",
  "prompt",
  "room",
  "capability",
  "hook",
  "workspace_file",
  "preferences",
  "replay_set",
] as const;

const FORMATS: Readonly<Record<string, string>> = {
  chatgpt: "ChatGPT",
  claude: "Claude",
  gemini: "Gemini",
  "open-webui": "Open WebUI",
  librechat: "LibreChat",
  lobehub: "LobeHub",
  nightjar: "Nightjar",
  openclaw: "OpenClaw",
  hermes: "Hermes",
};

export function formatName({ format }: Source): string {
  return FORMATS[format] ?? t("Not recognized");
}

export function countWords(kind: Kind, count: number): string {
  switch (kind) {
    case "conversation":
      return plural(count, ["{n} conversation", "{n} conversations"]);
    case "agent":
      return plural(count, ["{n} agent", "{n} agents"]);
    case "memory":
      return plural(count, ["one memory", "{n} memories"]);
    case "skill":
      return plural(count, ["{n} skill", "{n} skills"]);
    case "prompt":
      return plural(count, ["{n} prompt", "{n} prompts"]);
    case "room":
      return plural(count, ["{n} room", "{n} rooms"]);
    case "capability":
      return plural(count, ["{n} capability", "{n} capabilities"]);
    case "hook":
      return plural(count, ["{n} hook", "{n} hooks"]);
    case "workspace_file":
      return plural(count, ["one file", "{n} files"]);
    case "preferences":
      return t("your preferences");
    case "replay_set":
      return plural(count, ["{n} replay set", "{n} replay sets"]);
    default:
      return plural(count, ["{n} schedule", "{n} schedules"]);
  }
}

export function kindName(kind: Kind): string {
  const names: Record<Kind, string> = {
    conversation: t("Conversations"),
    agent: t("Agents"),
    memory: t("Memory"),
    skill: t("Skills"),
    schedule: t("Schedules"),
    prompt: t("Prompts"),
    room: t("Rooms"),
    capability: t("Capabilities"),
    hook: t("Hooks"),
    workspace_file: t("Workspace"),
    preferences: t("Preferences"),
    replay_set: t("Replay sets"),
  };
  return names[kind];
}

/** Contents of a source in a line: counts, and from when until when. */
export function contentsLine(source: Source): string {
  const counts = KINDS.filter((kind) => source.counts[kind] > 0).map((kind) =>
    countWords(kind, source.counts[kind]),
  );
  const { messages, pictures, branched } = source;
  if (messages > 0) counts.push(plural(messages, ["{n} message", "{n} messages"]));
  if (branched > 0) counts.push(plural(branched, ["{n} on another branch", "{n} on other branches"]));
  if (pictures > 0) counts.push(plural(pictures, ["{n} picture", "{n} pictures"]));
  if (source.from !== null && source.until !== null) counts.push(span(source.from, source.until));
  return counts.length === 0 ? t("Nothing to import") : counts.join(" · ");
}

function span(from: string, until: string): string {
  const [first, last] = [day(Date.parse(from)), day(Date.parse(until))];
  return first === last ? first : `${first} – ${last}`;
}

export function reasonWords(why: Reason): string {
  const words: Record<Reason, string> = {
    unknown_form: t("Nightjar doesn't know this format"),
    not_json: t("It isn't valid JSON, or breaks off"),
    damaged: t("The file is damaged"),
    too_long: t("It is longer than a conversation can be"),
    no_words: t("There are no words in it"),
    page_not_json: t("Gemini's chats are in it as a web page. Ask Google Takeout for JSON instead"),
    secret: t("Keys, tokens and sign-ins are never imported"),
    database: t(
      "It's a database. OpenClaw's only indexes its Markdown files, which are imported. For Hermes, import the file that hermes sessions export writes",
    ),
    unfit_timing: t("Its timing can't be set here"),
    refused: t("Nightjar refused it"),
    over_quota: t("Your storage is full"),
    permissions: t("Permissions aren't imported. Agents ask you again"),
    record: t("It only records what happened in the other Nightjar"),
    derived: t("Nightjar works it out again from what you import"),
    not_in_force: t("It no longer applied there"),
    there_already: t("You have another file of that name"),
    no_agent: t("Its agent isn't here"),
  };
  return words[why];
}

export function stateWords({ state }: Import): string {
  switch (state) {
    case "receiving":
      return t("Uploading");
    case "reading":
      return t("Reading");
    case "ready":
      return t("Waiting for your choice");
    case "taking":
      return t("Importing");
    case "done":
      return t("Done");
    default:
      return t("Failed");
  }
}

export function totalOf({ sources }: Import, kind: Kind): number {
  return sources.reduce((sum, { counts }) => sum + counts[kind], 0);
}

/** Items that were dealt with, and all of them. */
export function progressOf(of: Import): { done: number; all: number } {
  const done = KINDS.map((kind) => Object.values(of.outcome[kind]).reduce((sum, count) => sum + count, 0));
  const all = KINDS.map((kind) => totalOf(of, kind));
  return { done: sum(done), all: sum(all) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((one, other) => one + other, 0);
}

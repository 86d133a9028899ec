/** A person's export from a Nightjar: everything that they own there. What it says of rights, owners and secrets counts for nothing. */
import { z } from "zod";
import { isSecretPath } from "../../domain/program/import-paths.ts";
import { isRecord, parseJson } from "../../platform/json.ts";
import { type ImportFile, textOfFile } from "../files/byte-source.ts";
import type { Finding, ImportedSchedule, LeftReason } from "../item.ts";
import { capabilitiesIn } from "../person/capabilities.ts";
import { memoriesOfLine } from "../person/memory-lines.ts";
import { timeOf, wordsIn } from "../said.ts";
import { type SourceReader, type Unit, unitOf } from "../units.ts";
import { unitsOfFile } from "./conversation-files.ts";

const FORMAT = "nightjar";
const CONVERSATION = /^conversations\/cnv_\w+\.json$/;
const AGENT = /^agents\/([^/]+)\.md$/;
const WORKSPACE = /^workspace\/(.+)$/;
const MOST_OF_ONE = 20_000_000;

/** Files whose content stays where it is, and why. */
const LEFT: readonly [path: RegExp, why: LeftReason][] = [
  [/^permissions\.json$/, "permissions"],
  [/^(?:connected-apps|shared-links|webhook-endpoints|mcp-servers)\.json$/, "secret"],
  [
    /^(?:jobs\.jsonl|imports\.json|costs\/.+|workspace-versions\.json|garden\.json|feedback\.json)$/,
    "record",
  ],
];

export const nightjarExport: SourceReader = {
  fits: (paths) => paths.has("person.json") && (paths.has("memory.jsonl") || paths.has("schedules.json")),
  async *units({ files }) {
    const at = (path: string) => files.find((file) => file.path === path);
    yield* listed(at("person.json"), preferencesIn);
    for (const file of files) if (AGENT.test(file.path)) yield agentIn(file);
    yield* listed(at("prompts.json"), promptsIn);
    for (const file of files) {
      const path = WORKSPACE.exec(file.path)?.[1];
      if (path !== undefined) yield unitOf(fileFinding(path, file.path));
    }
    yield* listed(at("rooms.json"), (json) => fieldsIn(json, "room"));
    yield* capabilitiesIn(files, FORMAT);
    yield* listed(at("hooks.json"), (json) => fieldsIn(isRecord(json) ? json["items"] : [], "hook"));
    yield* listed(at("schedules.json"), schedulesIn);
    for (const file of files) if (CONVERSATION.test(file.path)) yield* unitsOfFile(file);
    yield* listed(at("replay-sets.json"), replaySetsIn);
    const memory = at("memory.jsonl");
    if (memory) yield* memoryIn(memory);
    yield* leftOf(files);
  },
};

async function* listed(
  file: ImportFile | undefined,
  findings: (json: unknown) => Finding[],
): AsyncGenerator<Unit, void> {
  if (!file) return;
  const json = parseJson((await textOfFile(file, MOST_OF_ONE)) ?? "");
  if (json === undefined) yield unitOf({ kind: "file", title: file.path, why: "not_json" });
  else yield unitOf(...findings(json));
}

function preferencesIn(json: unknown): Finding[] {
  const values = isRecord(json) && isRecord(json["preferences"]) ? json["preferences"] : {};
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  if (Object.keys(set).length === 0) return [];
  return [{ kind: "preferences", format: FORMAT, value: { name: Object.keys(set).join(", "), values: set } }];
}

function agentIn(file: ImportFile): Unit {
  return {
    size: file.size,
    async findings() {
      const text = (await textOfFile(file, MOST_OF_ONE)) ?? "";
      const slug = AGENT.exec(file.path)?.[1] ?? "";
      const value = { source: `nightjar:${slug}`, name: slug, prompt: "", file: text };
      return [{ kind: "agent", format: FORMAT, value }];
    },
  };
}

const Prompts = z.array(z.looseObject({ name: z.string(), description: z.string(), text: z.string() }));

function promptsIn(json: unknown): Finding[] {
  const { data = [] } = Prompts.safeParse(json);
  return data.map(({ name, description, text }) => ({
    kind: "prompt",
    format: FORMAT,
    value: { name, description, text },
  }));
}

function fileFinding(path: string, archived: string): Finding {
  if (isSecretPath(path)) return { kind: "file", title: path, why: "secret" };
  return { kind: "workspace_file", format: FORMAT, value: { name: path, archived } };
}

function fieldsIn(json: unknown, kind: "room" | "hook"): Finding[] {
  const items = Array.isArray(json) ? json.filter(isRecord) : [];
  return items.map((fields) => {
    const name = wordsIn(fields["name"]) ?? "";
    const source = `nightjar:${String(fields["slug"] ?? fields["id"] ?? name)}`;
    return { kind, format: FORMAT, value: { source, name, fields } };
  });
}

const ReplaySets = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string().catch(""),
    turns: z.array(z.custom<Record<string, unknown>>(isRecord)),
  }),
);

function replaySetsIn(json: unknown): Finding[] {
  const { data = [] } = ReplaySets.safeParse(json);
  return data.map(({ id, name, turns }) => ({
    kind: "replay_set",
    format: FORMAT,
    value: { source: `nightjar:${id}`, name, turns },
  }));
}

const Wish = z.looseObject({
  wish: z.looseObject({
    name: z.string(),
    text: z.string(),
    agent: z.string().nullable(),
    time_zone: z.string(),
    timing: z.record(z.string(), z.unknown()),
  }),
});

function schedulesIn(json: unknown): Finding[] {
  return (Array.isArray(json) ? json : []).map((each: unknown): Finding => {
    const { data } = Wish.safeParse(each);
    const timing = data && timingOf(data.wish.timing);
    if (!data || !timing) return { kind: "schedule", title: data?.wish.name ?? "", why: "unfit_timing" };
    const { name, text, time_zone, agent } = data.wish;
    const source = `nightjar:${String(data["id"] ?? name)}`;
    const by = agent === null ? {} : { agent: `nightjar:${agent}` };
    return { kind: "schedule", format: FORMAT, value: { source, name, text, timing, time_zone, ...by } };
  });
}

function timingOf(timing: Record<string, unknown>): ImportedSchedule["timing"] | undefined {
  const { cron, every_minutes, every_ms, at } = timing;
  if (typeof cron === "string") return { cron };
  if (typeof every_minutes === "number") return { every_minutes };
  if (typeof every_ms === "number") return { every_minutes: Math.max(1, Math.round(every_ms / 60_000)) };
  const time = timeOf(at);
  return time === undefined ? undefined : { at: new Date(time).toISOString() };
}

const MOST_LINES = 200;

async function* memoryIn(file: ImportFile): AsyncGenerator<Unit, void> {
  const lines = ((await textOfFile(file, 10 * MOST_OF_ONE)) ?? "").split("\n").filter((line) => line !== "");
  for (let from = 0; from < lines.length; from += MOST_LINES) {
    const some = lines.slice(from, from + MOST_LINES);
    yield {
      size: some.reduce((sum, line) => sum + line.length, 0),
      findings: () => some.flatMap((line) => memoriesOfLine(parseJson(line), FORMAT)),
    };
  }
}

function* leftOf(files: readonly ImportFile[]): Generator<Unit, void> {
  for (const { path } of files) {
    const why = LEFT.find(([pattern]) => pattern.test(path))?.[1];
    if (why !== undefined) yield unitOf({ kind: "file", title: path, why });
  }
}

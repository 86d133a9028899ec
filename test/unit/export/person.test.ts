/** A person's export, as another Nightjar reads it. */
import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import { groupsOf } from "../../../src/export/files/groups.ts";
import { unitsOf } from "../../../src/export/imports/read.ts";
import { type Finding, isLeft } from "../../../src/export/item.ts";

async function findingsIn(files: Record<string, string>): Promise<Finding[]> {
  const sent = Object.entries(files).map(([path, text]) => {
    const bytes = strToU8(text);
    const stream = async function* (from: number, to: number) {
      yield bytes.subarray(from, to);
    };
    return { path: `export/${path}`, source: { size: bytes.length, stream } };
  });
  const found: Finding[] = [];
  for (const group of await groupsOf(sent))
    for await (const unit of unitsOf(group)) found.push(...(await unit.findings()));
  return found;
}

const json = JSON.stringify;
const lines = (...values: object[]) => values.map((value) => json(value)).join("\n");
const message = (id: string, parent_id: string | null, role: string, text: string) => ({
  id,
  parent_id,
  role,
  parts: [{ type: "text", text }],
  created_at: "2026-11-01T10:00:00.000Z",
});

test("all kinds are found, what cannot come is named, and no path outside the workspace is a file of it", async () => {
  const memory = { scope: "person", observed_at: 1_700_000_000_000 };
  const found = await findingsIn({
    "person.json": json({ format: "nightjar-export/1", preferences: { language: "de", time_zone: null } }),
    "agents/tess.md": "---\nname: Tess\n---\nHelp.",
    "prompts.json": json([{ name: "weekly", description: "", text: "What grew?" }]),
    "rooms.json": json([{ slug: "shed", name: "Shed", cast: ["tess"], owner: "psn_other" }]),
    "capabilities/shout/v1/manifest.json": "{}",
    "capabilities/shout/v2/manifest.json": '{"name":"shout"}',
    "capabilities/shout/v2/main.js": "run",
    "hooks.json": json({ left_out: "", items: [{ id: "hok_1", name: "Rain" }] }),
    "schedules.json": json([
      {
        id: "sch_1",
        wish: {
          name: "Water",
          text: "Water.",
          agent: "tess",
          time_zone: "UTC",
          timing: { cron: "0 7 * * *" },
        },
      },
      { id: "sch_2", wish: { name: "Odd", text: "", agent: null, time_zone: "UTC", timing: {} } },
    ]),
    "workspace/notes/a.md": "A",
    "workspace/.env": "TOKEN=1",
    "memory.jsonl": lines(
      { type: "memory", value: { content: "Roses by the wall", ...memory } },
      { type: "memory", value: { content: "Old", ...memory, faded_at: 1 } },
      {
        type: "fact",
        value: { entity: "Ada", attribute: "town", value: "Graz", scope: "agent:tess", valid_from: 1 },
      },
      {
        type: "commitment",
        value: { what: "Call Bob", who: "Ada", scope: "person", status: "open", due_at: 5 },
      },
      { type: "relation", value: { source_id: "a", target_id: "b" } },
    ),
    "permissions.json": "[]",
    "jobs.jsonl": "",
    "conversations/cnv_1.json": json({
      conversation: { id: "cnv_1", title: "Owls", head: "m2", folder: "Birds", tags: ["owl"], pinned: true },
      messages: [
        message("m1", null, "user", "Which owl?"),
        message("m2", "m1", "assistant", "A barn owl."),
        message("m3", "m1", "assistant", "A tawny owl."),
      ],
    }),
  });
  const taken = found.flatMap((each) => (isLeft(each) ? [] : [each]));
  expect(taken.map(({ kind, format }) => [kind, format])).toEqual(
    [
      "preferences",
      "agent",
      "prompt",
      "workspace_file",
      "room",
      "capability",
      "hook",
      "schedule",
      "conversation",
      "memory",
      "memory",
      "memory",
    ].map((kind) => [kind, "nightjar"]),
  );
  expect(taken.find(({ kind }) => kind === "capability")?.value).toEqual({
    name: "shout",
    files: [
      { path: "manifest.json", text: '{"name":"shout"}' },
      { path: "main.js", text: "run" },
    ],
  });
  expect(taken.find(({ kind }) => kind === "conversation")?.value).toMatchObject({
    folder: "Birds",
    is_pinned: true,
    said: [{ parent: null }, { text: "A barn owl.", parent: 0 }, { text: "A tawny owl.", parent: 0 }],
    head: 1,
  });
  expect(taken.slice(-2).map(({ value }) => value)).toMatchObject([
    { scope: "agent:tess", fact: { entity: "Ada", attribute: "town", value: "Graz" } },
    { text: "Call Bob", promise: { who: "Ada", due_at: 5 } },
  ]);
  expect(found.filter(isLeft).map(({ title, why }) => [title.split(" ")[0], why])).toEqual([
    [".env", "secret"],
    ["Odd", "unfit_timing"],
    ["memory", "not_in_force"],
    ["relation", "derived"],
    ["permissions.json", "permissions"],
    ["jobs.jsonl", "record"],
  ]);
});

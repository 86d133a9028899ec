import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import type { Import } from "../../../src/contract/imports.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { archive, send, take } from "./sent-import.ts";
import { type Somebody, somebody } from "./somebody.ts";

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

/** A conversation as ChatGPT writes it, whose question has a picture and two answers. */
const owls = (id: string) => ({
  title: `Owls ${id}`,
  conversation_id: id,
  current_node: "c",
  conversation_template_id: "g-p-68a1b2c3d4",
  mapping: {
    a: {
      parent: null,
      message: {
        author: { role: "user" },
        create_time: 1_700_000_000,
        content: {
          content_type: "multimodal_text",
          parts: [
            { content_type: "image_asset_pointer", asset_pointer: "sediment://file_00aa" },
            "Which owl is this?",
          ],
        },
      },
    },
    b: { parent: "a", message: said("A barn owl.", 1_700_000_001) },
    c: { parent: "a", message: said("A tawny owl.", 1_700_000_002) },
  },
});

function said(text: string, create_time: number) {
  return { author: { role: "assistant" }, create_time, content: { content_type: "text", parts: [text] } };
}

async function listed(who: Somebody, path: string) {
  const page = (await (await who.ask("GET", path)).json()) as { items: Record<string, unknown>[] };
  return page.items;
}

test("an export is seen before anything is written, and then comes with branches, folder and pictures, once", async () => {
  const who = await somebody("member");
  const files = {
    "chatgpt.zip": archive({
      "conversations.json": JSON.stringify([owls("one"), owls("two"), { id: 7 }]),
      "file_00aa-sanitized.png": PNG,
      "user.json": "{}",
    }),
  };
  const seen = await send(who, files);
  expect(seen.sources).toMatchObject([
    {
      name: "chatgpt.zip",
      format: "chatgpt",
      counts: { conversation: 2, agent: 0 },
      messages: 6,
      branched: 2,
      pictures: 2,
      from: "2023-11-14T22:13:20.000Z",
      folders: ["ChatGPT project 68a1b2"],
      names: { conversation: ["Owls one", "Owls two"] },
    },
  ]);
  expect(seen.left).toEqual({ unknown_form: 1 });
  expect(await listed(who, "/conversations")).toEqual([]);

  const done = await take(who, seen);
  expect(done.outcome["conversation"]).toEqual({ imported: 2, known: 0, left: 0, not_chosen: 0 });
  // Its object tells the list its number of messages, and no other time.
  const one = await soon(async () => {
    const [first] = await listed(who, "/conversations?folder=ChatGPT+project+68a1b2&q=one");
    expect(first).toMatchObject({ message_count: 3 });
    return first;
  });
  expect(one).toMatchObject({ title: "Owls one", updated_at: "2023-11-14T22:13:22.000Z" });
  const messages = await listed(who, `/conversations/${one?.["id"]}/messages`);
  expect(messages).toMatchObject([
    { parts: [{ type: "image", media_type: "image/png" }, { text: "Which owl is this?" }] },
    {
      parts: [{ text: "A tawny owl." }],
      trust: "untrusted",
      siblings: [expect.any(String), expect.any(String)],
    },
  ]);

  const again = await take(who, await send(who, files));
  expect(again.outcome["conversation"]).toMatchObject({ imported: 0, known: 2 });
  expect(await listed(who, "/imports")).toHaveLength(2);
  expect(await listed(who, "/conversations")).toHaveLength(2);
});

test("what was not chosen stays out, an import belongs to one person, and a removed one is gone", async () => {
  const [who, other] = [await somebody("member"), await somebody("member")];
  const seen = await send(who, {
    "a.json": strToU8(JSON.stringify([owls("x")])),
    "b.zip": strToU8("PK broken"),
  });
  expect(seen.problems).toEqual([{ kind: "file", title: "b.zip", why: "damaged" }]);
  expect((await other.ask("GET", `/imports/${seen.id}`)).status).toBe(404);
  expect((await other.ask("POST", `/imports/${seen.id}/start`, { kinds: ["conversation"] })).status).toBe(
    404,
  );
  const done = await take(who, seen, ["memory"]);
  expect(done.outcome["conversation"]).toMatchObject({ imported: 0, not_chosen: 1 });
  expect((await who.ask("DELETE", `/imports/${seen.id}`)).status).toBe(204);
  expect(await listed(who, "/imports")).toEqual([]);
});

test("parts of another size, missing parts and too much are refused with what to do", async () => {
  const who = await somebody("member");
  const begun = (await (
    await who.ask("POST", "/imports", { files: [{ path: "a", size: 3 }] })
  ).json()) as Import;
  expect((await who.ask("PUT", `/imports/${begun.id}/parts/0`, {})).status).toBe(400);
  const early = await who.ask("POST", `/imports/${begun.id}/preview`);
  expect(await early.json()).toMatchObject({ reason: "Parts are missing: 0. Send them first." });
  const large = await who.ask("POST", "/imports", { files: [{ path: "a", size: 3_000_000_000 }] });
  expect(large.status).toBe(400);
  const guest = await somebody("guest");
  expect((await guest.ask("POST", "/imports", { files: [{ path: "a", size: 3 }] })).status).toBe(403);
});

test("a home moves in: its agent is its person's own, its memory untrusted, its schedule paused, and all of it once", async () => {
  const who = await somebody("member");
  const home = archive({
    "openclaw/openclaw.json": '{"gateway":{"auth":{"token":"sk-secret"}}}',
    "openclaw/workspace/SOUL.md": "Be kind.",
    "openclaw/workspace/IDENTITY.md": "- **Name:** Clawdia",
    "openclaw/workspace/MEMORY.md": "- Ada keeps three herons in Vienna.",
    "openclaw/workspace/skills/birds/SKILL.md": "---\nname: birds\ndescription: Know birds.\n---\nLook up.",
    "openclaw/cron/jobs.json": JSON.stringify({
      jobs: [
        {
          id: "j1",
          name: "Morning",
          agentId: "main",
          schedule: { kind: "cron", expr: "0 7 * * *", tz: "Europe/Vienna" },
          payload: { kind: "agentTurn", message: "Summarize the night." },
        },
      ],
    }),
    "openclaw/agents/main/sessions/s1.jsonl": JSON.stringify({
      type: "message",
      id: "a",
      timestamp: "2026-02-01T10:00:00Z",
      message: { role: "user", content: "Hello Clawdia" },
    }),
  });
  const all = ["conversation", "agent", "memory", "skill", "schedule"];
  const seen = await send(who, { "openclaw.zip": home });
  expect(seen.problems).toEqual([{ kind: "file", title: "openclaw.json", why: "secret" }]);
  expect(seen.sources[0]?.counts).toMatchObject({
    conversation: 1,
    agent: 1,
    memory: 1,
    skill: 1,
    schedule: 1,
  });
  const done = await take(who, seen, all);
  for (const kind of all)
    expect(done.outcome[kind as "agent"], kind).toEqual({ imported: 1, known: 0, left: 0, not_chosen: 0 });

  const agent = await (await who.ask("GET", "/agents/clawdia")).json();
  expect(agent).toMatchObject({
    owner: who.id,
    audience: [],
    instructions: expect.stringContaining("Be kind."),
  });
  expect(await listed(who, "/memory/items")).toMatchObject([
    {
      content: "Ada keeps three herons in Vienna.",
      trust: "untrusted",
      tags: ["openclaw, workspace/memory.md"],
    },
  ]);
  expect(await listed(who, "/schedules")).toMatchObject([
    { name: "Morning", agent: "clawdia", state: "paused", next_at: null, trust: "untrusted" },
  ]);
  const skills = await listed(who, "/skills");
  expect(skills.find(({ name }) => name === "birds")).toMatchObject({ description: "Know birds." });

  const again = await take(who, await send(who, { "openclaw.zip": home }), all);
  for (const kind of all)
    expect(again.outcome[kind as "agent"], kind).toMatchObject({ imported: 0, known: 1 });
});

test("a person's export comes to another Nightjar's person as their own: once, off, and with nobody's rights", async () => {
  const ada = await somebody("member", { name: "Ada" });
  const own = { instructions: "Water the plants.", tools: { web_fetch: "allow", message: "deny" } };
  await ada.ask("POST", "/agents", { slug: "gardener", name: "Gardener", ...own });
  await ada.ask("POST", "/rooms", { slug: "shed", name: "Shed", cast: ["gardener"], host: "gardener" });
  await ada.ask("POST", "/prompts", { name: "weekly", description: "", text: "What grew this week?" });
  await ada.ask("POST", "/hooks", { name: "Rain gauge", preset: "github", agent: "gardener" });
  await ada.ask("POST", "/schedules", {
    name: "Water",
    text: "Water them.",
    cron: "0 7 * * *",
    agent: "gardener",
  });
  await ada.ask("POST", "/memory/items", { content: "The roses stand by the south wall" });
  await ada.ask("PUT", "/workspace/notes/plan.md", "Dig.");
  await ada.ask("PATCH", "/preferences", { time_zone: "Europe/Vienna", interface_language: "de" });
  const response = await ada.ask("GET", "/export");
  const export_zip = new Uint8Array(await response.arrayBuffer());

  const bo = await somebody("member", { name: "Bo" });
  const seen = await send(bo, { "nightjar.zip": export_zip });
  const counts = {
    agent: 1,
    room: 1,
    prompt: 1,
    hook: 1,
    schedule: 1,
    memory: 1,
    workspace_file: 1,
    preferences: 1,
  };
  expect(seen.sources).toMatchObject([{ format: "nightjar", counts }]);
  expect(seen.left).toMatchObject({ permissions: 1 });
  expect(await listed(bo, "/prompts")).toEqual([]);
  const done = await take(bo, seen, Object.keys(counts));
  for (const kind of Object.keys(counts))
    expect([kind, done.outcome[kind as keyof typeof done.outcome]]).toEqual([
      kind,
      { imported: 1, known: 0, left: 0, not_chosen: 0 },
    ]);
  const gardener = (await listed(bo, "/agents")).find(({ owner }) => owner === bo.id);
  expect(gardener).toMatchObject({ name: "Gardener", audience: [] });
  const whole = (await (await bo.ask("GET", `/agents/${String(gardener?.["slug"])}`)).json()) as object;
  expect(whole).toMatchObject({ instructions: "Water the plants.", tools: { message: "deny" } });
  expect(await listed(bo, "/rooms")).toContainEqual(
    expect.objectContaining({ name: "Shed", owner: bo.id, cast: [gardener?.["slug"]] }),
  );
  expect(await listed(bo, "/hooks")).toMatchObject([
    { name: "Rain gauge", enabled: false, agent: gardener?.["slug"] },
  ]);
  expect(await listed(bo, "/schedules")).toMatchObject([{ name: "Water", state: "paused" }]);
  expect(await listed(bo, "/memory/items")).toMatchObject([
    { content: "The roses stand by the south wall", trust: "untrusted" },
  ]);
  expect(await (await bo.ask("GET", "/workspace/notes/plan.md")).text()).toContain("Dig.");
  expect(await (await bo.ask("GET", "/preferences")).json()).toMatchObject({ time_zone: "Europe/Vienna" });

  const again = await take(bo, await send(bo, { "nightjar.zip": export_zip }), Object.keys(counts));
  for (const kind of Object.keys(counts))
    expect([kind, again.outcome[kind as keyof typeof again.outcome]?.known]).toEqual([kind, 1]);
});

test("answers come with their citations, each of which opens at its words", async () => {
  const ada = await somebody("member", { name: "Ada" });
  const fact = "A barn owl weighs 430 g and nests in towers.";
  await ada.ask("PUT", "/workspace/owls.md", fact);
  const reads = { calls: [call("c1", "read", { path: "owls.md" })] };
  const message = `Read it. ${tell(reads, { text: ["Barn owls weigh 430 g [1]."] })}`;
  expect((await ada.ask("POST", "/chat", { message, model: "openai/told" })).status).toBe(200);
  const export_zip = new Uint8Array(await (await ada.ask("GET", "/export")).arrayBuffer());

  const bo = await somebody("member", { name: "Bo" });
  const done = await take(bo, await send(bo, { "nightjar.zip": export_zip }));
  expect(done.outcome["conversation"]).toMatchObject({ imported: 1 });
  const [{ id } = {}] = await listed(bo, "/conversations");
  const parts = (await listed(bo, `/conversations/${id}/messages`)).flatMap(
    ({ parts: all }) => all as Record<string, unknown>[],
  );
  expect(parts.find((part) => String(part["text"]).startsWith("Barn"))).toMatchObject({
    text: "Barn owls weigh 430 g [1].",
  });
  const cited = parts.find(({ type }) => type === "citation");
  expect(cited).toMatchObject({
    ...{ index: 1, source_kind: "file", url: "owls.md" },
    quote: expect.stringContaining(fact),
  });
  const address = `/conversations/${id}/sources/${cited?.["source_id"]}`;
  const opened = (await (await bo.ask("GET", address)).json()) as { text: string };
  expect(opened).toMatchObject({ source: { n: 1, trust: "untrusted" } });
  const { start, end, quote } = cited as { start: number; end: number; quote: string };
  expect(opened.text.slice(start, end)).toBe(quote);
  expect((await ada.ask("GET", address)).ok).toBe(false);
});

import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import type { ByteSource } from "../../../src/export/files/byte-source.ts";
import { groupsOf } from "../../../src/export/files/groups.ts";
import { unitsOf } from "../../../src/export/imports/read.ts";
import { type Finding, isLeft } from "../../../src/export/item.ts";

function sourceOf(text: string): ByteSource {
  const bytes = strToU8(text);
  return {
    size: bytes.length,
    async *stream(from, to) {
      yield bytes.subarray(from, to);
    },
  };
}

async function findingsIn(files: Record<string, string>): Promise<Finding[]> {
  const sent = Object.entries(files).map(([path, text]) => ({ path, source: sourceOf(text) }));
  const found: Finding[] = [];
  for (const group of await groupsOf(sent))
    for await (const unit of unitsOf(group)) found.push(...(await unit.findings()));
  return found;
}

const lines = (...values: object[]) => values.map((value) => JSON.stringify(value)).join("\n");
const valuesOf = (found: readonly Finding[], kind: Finding["kind"]) =>
  found.flatMap((each) => (!isLeft(each) && each.kind === kind ? [each.value] : []));

test("a home of OpenClaw has agents, memory with its file, skills, schedules and sessions, and its secrets stay out", async () => {
  const said = (id: string, parentId: string | null, role: string, text: string) => ({
    type: "message",
    id,
    parentId,
    timestamp: "2026-02-01T10:00:00.000Z",
    message: { role, content: [{ type: "text", text }], model: "claude-opus-4", provider: "anthropic" },
  });
  const found = await findingsIn({
    "openclaw/openclaw.json": '{ gateway: { auth: { token: "sk-secret" } } }',
    "openclaw/credentials/oauth.json": "",
    "openclaw/agents/main/agent/auth-profiles.json": "",
    "openclaw/state/openclaw.sqlite": "SQLite format 3",
    "openclaw/workspace/SOUL.md": "Be kind and brief.",
    "openclaw/workspace/IDENTITY.md": "# IDENTITY.md\n\n- **Name:** Clawd\n- **Vibe:** warm",
    "openclaw/workspace/MEMORY.md": "# Memory\n\n- Ada likes herons.\n- Ada lives in Vienna.\n",
    "openclaw/workspace/memory/2026-02-01.md": "Talked about the lake house.",
    "openclaw/workspace/skills/birds/SKILL.md": "---\nname: birds\ndescription: Know birds.\n---\nLook up.",
    "openclaw/workspace-ops/SOUL.md": "You run the servers.",
    "openclaw/cron/jobs.json": JSON.stringify({
      version: 1,
      jobs: [
        {
          id: "j1",
          name: "Morning",
          agentId: "ops",
          schedule: { kind: "cron", expr: "0 7 * * *", tz: "Europe/Vienna" },
          payload: { kind: "agentTurn", message: "Summarize the night." },
        },
        {
          id: "j2",
          schedule: { kind: "every", everyMs: 1_800_000 },
          payload: { kind: "systemEvent", text: "Look." },
        },
        { id: "j3", name: "Odd", schedule: { kind: "moon" }, payload: { text: "Howl." } },
      ],
    }),
    "openclaw/agents/main/sessions/s1.jsonl": lines(
      { type: "session", version: 3, id: "s1", timestamp: "2026-02-01T09:59:00.000Z" },
      said(
        "a",
        null,
        "user",
        "[Telegram Ada id:7 2026-02-01 10:00 UTC] Which heron is this?\n[message_id: 12]",
      ),
      { type: "model_change", id: "m", parentId: "a", timestamp: "2026-02-01T10:00:00.000Z" },
      said("b", "m", "assistant", "A grey heron."),
      said("c", "a", "assistant", "A purple heron."),
      said("h", "c", "user", "Read HEARTBEAT.md if it exists."),
      said("k", "h", "assistant", "HEARTBEAT_OK"),
    ),
  });
  expect(valuesOf(found, "agent")).toMatchObject([
    { source: "openclaw:main", name: "Clawd", prompt: expect.stringContaining("Be kind and brief.") },
    { source: "openclaw:ops", name: "OpenClaw ops", prompt: "You run the servers." },
  ]);
  expect(valuesOf(found, "memory")).toEqual([
    { text: "Ada likes herons.", from: "OpenClaw, workspace/MEMORY.md" },
    { text: "Ada lives in Vienna.", from: "OpenClaw, workspace/MEMORY.md" },
    {
      text: "Talked about the lake house.",
      from: "OpenClaw, workspace/memory/2026-02-01.md",
      at: "2026-02-01T12:00:00.000Z",
    },
  ]);
  expect(valuesOf(found, "skill")).toMatchObject([{ name: "birds", files: [{ path: "SKILL.md" }] }]);
  expect(valuesOf(found, "schedule")).toEqual([
    {
      source: "openclaw:j1",
      name: "Morning",
      text: "Summarize the night.",
      timing: { cron: "0 7 * * *" },
      time_zone: "Europe/Vienna",
      agent: "openclaw:ops",
    },
    { source: "openclaw:j2", name: "Look.", text: "Look.", timing: { every_minutes: 30 } },
  ]);
  expect(valuesOf(found, "conversation")).toMatchObject([
    {
      source: "openclaw:s1",
      title: "Which heron is this?",
      folder: "OpenClaw",
      head: 2,
      said: [
        { role: "user", text: "Which heron is this?" },
        { text: "A grey heron.", parent: 0, model: "anthropic/claude-opus-4" },
        { text: "A purple heron.", parent: 0 },
      ],
    },
  ]);
  const left = found.filter(isLeft).map(({ title, why }) => `${why}: ${title}`);
  expect(left.toSorted()).toEqual([
    "database: state/openclaw.sqlite",
    "secret: agents/main/agent/auth-profiles.json",
    "secret: credentials/oauth.json",
    "secret: openclaw.json",
    "unfit_timing: Odd",
  ]);
  expect(JSON.stringify(found)).not.toContain("sk-secret");
});

test("a home of Hermes has its persona, memory, own skills, schedules and sessions", async () => {
  const skill = (name: string) => `---\nname: ${name}\ndescription: d\n---\nText.`;
  const found = await findingsIn({
    ".hermes/config.yaml": "model: x",
    ".hermes/.env": "",
    ".hermes/state.db": "SQLite format 3",
    ".hermes/SOUL.md": "You are dry and exact.",
    ".hermes/profiles/work/SOUL.md": "You are formal.",
    ".hermes/memories/USER.md": "Ada is an engineer.\n§\nAda prefers tea.",
    ".hermes/skills/.bundled_manifest": "arxiv:abc",
    ".hermes/skills/research/arxiv/SKILL.md": skill("arxiv"),
    ".hermes/skills/home/lights/SKILL.md": skill("lights"),
    ".hermes/cron/jobs.json": JSON.stringify({
      jobs: [
        { id: "1", name: "Brief", prompt: "News?", schedule: { kind: "cron", expr: "0 9 * * *" } },
        { id: "2", name: "Poll", prompt: "Poll.", schedule: { kind: "interval", minutes: 60 } },
        { id: "3", name: "Once", prompt: "Go.", schedule: { kind: "once", run_at: "2030-01-01T09:00:00Z" } },
      ],
    }),
    ".hermes/sessions/session_1.json": JSON.stringify({
      session_id: "one",
      model: "hermes-4",
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Good day." },
      ],
    }),
    ".hermes/sessions/two.jsonl": lines(
      { role: "session_meta", timestamp: "2026-01-01T00:00:00" },
      { role: "user", content: "And now?", timestamp: "2026-01-01T00:00:01Z" },
      { role: "assistant", content: "Now this.", timestamp: "2026-01-01T00:00:02Z" },
    ),
  });
  expect(valuesOf(found, "agent")).toMatchObject([{ name: "Hermes" }, { name: "Hermes work" }]);
  expect(valuesOf(found, "memory")).toMatchObject([
    { text: "Ada is an engineer." },
    { text: "Ada prefers tea." },
  ]);
  expect(valuesOf(found, "skill")).toMatchObject([{ name: "lights" }]);
  expect(valuesOf(found, "schedule")).toMatchObject([
    { timing: { cron: "0 9 * * *" } },
    { timing: { every_minutes: 60 } },
    { timing: { at: "2030-01-01T09:00:00.000Z" } },
  ]);
  expect(valuesOf(found, "conversation")).toMatchObject([
    { source: "hermes:one", said: [{ text: "Hello" }, { text: "Good day.", model: "hermes/hermes-4" }] },
    { source: "hermes:two", said: [{ text: "And now?" }, { text: "Now this." }] },
  ]);
  expect(found.filter(isLeft).map(({ why }) => why)).toEqual(["secret", "database"]);
});

test("LobeHub's exports, old and new, have topics as conversations, groups as folders and agents", async () => {
  const messages = [
    {
      id: "1",
      role: "user",
      content: "Which frogs?",
      sessionId: "s",
      topicId: "t",
      createdAt: 1_764_000_000_000,
    },
    {
      id: "2",
      role: "assistant",
      content: "Two.",
      parentId: "1",
      sessionId: "s",
      topicId: "t",
      createdAt: 1_764_000_001_000,
      extra: { fromModel: "gpt-4o", fromProvider: "openai" },
    },
    {
      id: "3",
      role: "assistant",
      content: "None.",
      parentId: "1",
      sessionId: "s",
      topicId: "t",
      createdAt: 1_764_000_002_000,
    },
    { id: "4", role: "user", content: "Hm", sessionId: "s", createdAt: 1_764_000_003_000 },
  ];
  const tables = {
    messages,
    topics: [{ id: "t", sessionId: "s", title: "Frogs" }],
    sessionGroups: [{ id: "g", name: "Nature" }],
    sessions: [
      { id: "s", group: "g", meta: { title: "Biologist" }, config: { systemRole: "You know frogs." } },
    ],
  };
  const old = await findingsIn({
    "lobe.json": JSON.stringify({ exportType: "all", version: 7, state: tables }),
  });
  expect(valuesOf(old, "agent")).toMatchObject([{ name: "Biologist", prompt: "You know frogs." }]);
  expect(valuesOf(old, "conversation")).toMatchObject([
    {
      title: "Frogs",
      folder: "Nature",
      said: [
        { text: "Which frogs?" },
        { text: "Two.", parent: 0, model: "openai/gpt-4o" },
        { text: "None.", parent: 0 },
      ],
    },
    { title: "Biologist", said: [{ text: "Hm" }] },
  ]);
  const data = { ...tables, sessions: [{ id: "s", groupId: "g", title: "Biologist" }] };
  const fresh = await findingsIn({
    "lobe.json": JSON.stringify({ mode: "postgres", schemaHash: "x", data }),
  });
  expect(valuesOf(fresh, "conversation")).toMatchObject([{ title: "Frogs", folder: "Nature" }, {}]);
});

test("Claude's projects and memories come beside its conversations", async () => {
  const found = await findingsIn({
    "claude/conversations.json": "[]",
    "claude/projects.json": JSON.stringify([
      { uuid: "p", name: "Garden", description: "Plants", prompt_template: "You know plants.", docs: [] },
      { uuid: "q", name: "Empty", prompt_template: "" },
    ]),
    "claude/memories.json": JSON.stringify([
      { conversations_memory: "**Work context**\n\nAda builds boats." },
    ]),
    "claude/users.json": "[]",
  });
  expect(valuesOf(found, "agent")).toMatchObject([{ name: "Garden", prompt: "Plants\n\nYou know plants." }]);
  expect(valuesOf(found, "memory")).toEqual([{ text: "Ada builds boats.", from: "Claude, memories.json" }]);
  expect(found.filter(isLeft)).toEqual([]);
});

import { exports } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { zipOf } from "../../../src/platform/zip.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { type Somebody, somebody } from "./somebody.ts";

async function archiveOf(who: Somebody): Promise<Record<string, string>> {
  const response = await who.ask("GET", "/export");
  expect(response.headers.get("content-type")).toBe("application/zip");
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

async function resident(name: string): Promise<{ who: Somebody; conversation: string; file: string }> {
  const who = await somebody("member", { name });
  const message = tell({ text: [`Good day, ${name}`] });
  const said = await who.ask("POST", "/chat", { message, model: "openai/told" });
  const { conversation_id } = (await said.json()) as { conversation_id: string };
  await who.ask("POST", "/memory/items", { content: `${name} keeps bees` });
  await who.ask("PUT", "/workspace/notes/Grüße.md", `First of ${name}`);
  const edit = `/workspace/notes/Grüße.md?conversation=${conversation_id}`;
  expect((await who.ask("PUT", edit, `Of ${name}`)).status).toBe(200);
  await who.ask("POST", "/prompts", { name: "greet", description: "", text: `Greet ${name}` });
  await who.ask("POST", "/agents", {
    slug: `helper-${name.toLowerCase()}`,
    name: "Helper",
    instructions: "Help.",
  });
  const file = (await (await who.ask("POST", "/files?name=a.txt", `Sent by ${name}`)).json()) as {
    id: string;
  };
  return { who, conversation: conversation_id, file: file.id };
}

const CAPABILITY = {
  "main.js": "export async function run({ words }) { return words.toUpperCase(); }",
  "test.js": 'export async function shouts(t) { t.equal(await t.run({ words: "hoo" }), "HOO"); }',
  "package.json": "{}",
  "manifest.json": JSON.stringify({
    name: "shout",
    description: "Gives the words back in capitals.",
    input_schema: { type: "object", properties: { words: { type: "string" } }, required: ["words"] },
  }),
  "RUN.md": "# shout",
};

/** With bytes as its body. */
function send({ cookie }: Somebody, path: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  const worker = (exports as unknown as { default: Fetcher }).default;
  return worker.fetch(`http://nightjar.test/api/v1${path}`, { method: "POST", headers: { cookie }, body });
}

const SECRET = "hush-hush-hush-hush";

/** Gives the person one of each thing that holds a secret. */
async function withSecrets({ who }: { who: Somebody }): Promise<void> {
  const zip = await zipOf(CAPABILITY);
  const seen = await send(who, "/capabilities", zip);
  const { digest } = (await seen.json()) as { digest: string };
  expect((await send(who, `/capabilities?install=${digest}`, zip)).status).toBe(201);
  for (const [method, path, body] of [
    ["PUT", "/secrets/OWL_KEY", { value: SECRET }],
    ["POST", "/hooks", { name: "A script", secret: SECRET }],
    [
      "POST",
      "/mcp-servers",
      {
        name: "owls",
        url: `https://mcp.invalid.example.com/mcp?key=${SECRET}`,
        headers: { "x-key": SECRET },
      },
    ],
  ] as const) {
    const response = await who.ask(method, path, body);
    expect(`${path} ${response.status}`).toBe(`${path} ${method === "PUT" ? 204 : 201}`);
  }
}

test("what somebody owns comes as one archive, and nothing of anybody else", async () => {
  const [ada, bo] = [await resident("Ada"), await resident("Bo")];
  const files = await archiveOf(ada.who);
  expect(Object.keys(files).sort()).toEqual([
    "agents/helper-ada.md",
    "capabilities.json",
    "collections.json",
    "connected-apps.json",
    `conversations/${ada.conversation}.json`,
    "costs/001.jsonl",
    "feedback.json",
    "files.json",
    `files/${ada.file}`,
    "garden.json",
    "hooks.json",
    "imports.json",
    "jobs.jsonl",
    "mcp-servers.json",
    "memory.jsonl",
    "permissions.json",
    "person.json",
    "prompts.json",
    "replay-sets.json",
    "rooms.json",
    "schedules.json",
    "shared-links.json",
    "webhook-endpoints.json",
    "workspace-versions.json",
    expect.stringMatching(/^workspace-versions\/notes\/Grüße\.md\/\d{4}-/),
    "workspace/notes/Grüße.md",
  ]);
  expect(Object.values(files).join()).toContain("First of Ada");
  expect(JSON.parse(files["workspace-versions.json"] ?? "")).toMatchObject([
    { path: "notes/Grüße.md", version: 1, by: "person", written_at: expect.any(String) },
  ]);
  expect(files[`conversations/${ada.conversation}.json`]).toContain("Ada edited notes/Grüße.md (version 2).");
  expect(files[`conversations/${ada.conversation}.json`]).toContain("Good day, Ada");
  expect(files["memory.jsonl"]).toContain("keeps bees");
  expect(files["workspace/notes/Grüße.md"]).toContain("Of Ada");
  expect(files["prompts.json"]).toContain("Greet Ada");
  expect(JSON.parse(files["person.json"] ?? "")).toMatchObject({
    format: "nightjar-export/1",
    person: { id: ada.who.id, name: "Ada" },
  });
  expect(JSON.stringify(files)).not.toContain(bo.who.id);
  expect(JSON.stringify(files)).not.toContain("Of Bo");
});

test("what stands around it comes along without its secrets, and says what is left out", async () => {
  const eve = await resident("Eve");
  await withSecrets(eve);
  // What a call cost is in the book soon after its answer.
  const files = await soon(async () => {
    const written = await archiveOf(eve.who);
    expect(written["costs/001.jsonl"]).not.toBe("");
    return written;
  });
  const read = (path: string) => JSON.parse(files[path] ?? "");
  expect(JSON.stringify(files)).not.toContain(SECRET);
  expect(files["capabilities/shout/v1/main.js"]).toBe(CAPABILITY["main.js"]);
  expect(read("capabilities.json")).toMatchObject({
    left_out: expect.stringContaining("secrets"),
    secrets: ["OWL_KEY"],
    items: [{ name: "shout", version: 1, status: "active" }],
  });
  expect(read("hooks.json")).toMatchObject({
    left_out: expect.stringContaining("secrets"),
    items: [{ name: "A script" }],
  });
  expect(read("mcp-servers.json").items).toMatchObject([
    { name: "owls", url: "https://mcp.invalid.example.com/mcp?key=", header_names: ["x-key"] },
  ]);
  expect(JSON.parse(files["costs/001.jsonl"]?.split("\n")[0] ?? "")).toMatchObject({ model: "told" });
  expect(files["jobs.jsonl"]).toContain("memory.index_upload");
});

test("who has nothing yet gets an archive that says so", async () => {
  const files = await archiveOf(await somebody("guest"));
  expect(files).toMatchObject({ "prompts.json": "[]\n", "memory.jsonl": "", "files.json": "[]\n" });
});

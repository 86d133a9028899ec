import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
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
  await who.ask("PUT", "/workspace/notes/Grüße.md", `Of ${name}`);
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

test("what somebody owns comes as one archive, and nothing of anybody else", async () => {
  const [ada, bo] = [await resident("Ada"), await resident("Bo")];
  const files = await archiveOf(ada.who);
  expect(Object.keys(files).sort()).toEqual([
    "agents/helper-ada.md",
    `conversations/${ada.conversation}.json`,
    "files.json",
    `files/${ada.file}`,
    "memory.jsonl",
    "person.json",
    "prompts.json",
    "rooms.json",
    "schedules.json",
    "workspace/notes/Grüße.md",
  ]);
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

test("who has nothing yet gets an archive that says so", async () => {
  const files = await archiveOf(await somebody("guest"));
  expect(files).toMatchObject({ "prompts.json": "[]\n", "memory.jsonl": "", "files.json": "[]\n" });
});

/** The protocol's own reference server, which has a bit of everything. */
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../support/process/free-port.ts";
import { aContext, call } from "../../unit/tools/support.ts";
import { wired } from "./wire.ts";

const require = createRequire(import.meta.url);
const SERVER = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");

let child: ChildProcess | undefined;
let served: Awaited<ReturnType<typeof wired>>;

beforeAll(async () => {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const started = spawn(process.execPath, [SERVER, "streamableHttp"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child = started;
  await listening(started);
  served = await wired({}, { port });
}, 30_000);

afterAll(() => {
  child?.kill();
});

function listening(started: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    started.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    const heard = (text: unknown) => String(text).includes("listening") && resolve();
    started.stdout?.on("data", heard);
    started.stderr?.on("data", heard);
  });
}

async function used(name: string, input: object = {}, context = aContext()) {
  const tool = (await served.tools()).find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return call(tool, input, context);
}

test("its image is shown to the model, and is a file of the message", async () => {
  expect(await used("mcp_shop_get-tiny-image")).toMatchObject({
    ok: true,
    content: expect.stringContaining("[image in the message]"),
    media: [{ type: "image", media_type: "image/png" }],
    is_seen: true,
  });
});

test("its structured content is given once", async () => {
  const outcome = await used("mcp_shop_get-structured-content", { location: "New York" });
  expect("ok" in outcome && outcome.ok && outcome.content.split("temperature")).toHaveLength(2);
});

test("its progress is heard while it works", async () => {
  const shown: unknown[] = [];
  let alive = 0;
  const context = aContext({ progress: (data) => void shown.push(data), alive: () => void alive++ });
  const outcome = await used("mcp_shop_trigger-long-running-operation", { duration: 0.2, steps: 2 }, context);
  expect(outcome).toMatchObject({ ok: true, content: expect.stringContaining("completed") });
  expect(shown[0]).toMatchObject({ total: 2 });
  expect(alive).toBe(2);
});

test("its resources are listed and read, packed or not", async () => {
  const listed = await used("list_resources");
  expect("ok" in listed && listed.ok && listed.content).toContain(
    "demo://resource/dynamic/text/{resourceId}",
  );
  for (const kind of ["text", "blob"]) {
    const uri = `demo://resource/dynamic/${kind}/1`;
    expect(await used("read_resource", { server: "shop", uri })).toMatchObject({
      ok: true,
      content: expect.stringMatching(/^Resource 1: This is a/),
      trust: "untrusted",
    });
  }
});

test("its prompts are known, and written with what was filled in", async () => {
  const server = served.server();
  expect(server.offers.prompts.map(({ name }) => name)).toContain("args-prompt");
  const prompt = { name: "args-prompt", arguments: { city: "Oslo" } };
  expect(await served.servers.promptText(server, prompt)).toBe("What's weather in Oslo?");
});

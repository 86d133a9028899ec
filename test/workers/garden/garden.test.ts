import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { expect, inject, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import "../../support/workers/provided.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { ids, somebody } from "../people/somebody.ts";
import { api, resultsOf, toCall } from "../tools/api.ts";
import { D1Garden } from "./rows.ts";

test("a capability that is one folder and one line brings its route, tool, job, section, casting and waker", async () => {
  const agent = { slug: "gardener", name: "Gardener", instructions: "Plant.", models: ["openai/told"] };
  expect((await api("POST", "/agents", agent)).status).toBe(201);
  const planted = await gardener(
    tell({ calls: [toCall("plant_seed", { name: "mallow" })] }, { text: ["Done."] }),
  );
  expect(await resultsOf(planted)).toMatchObject([{ content: "mallow is planted.", is_error: false }]);

  expect((await api("GET", `/conversations/${planted}/history?full=true`)).text).toContain(
    "The gate is open.",
  );

  await soon(async () => expect((await garden()).plants).toEqual(["mallow"]));
  await soon(async () => expect((await garden()).watered).toContain(planted));

  await gardener(tell({ text: ["It grows."] }));
  expect(await newestRequest()).toContain("In the garden: mallow");
});

test("nobody else is offered what a capability offers to one agent", async () => {
  const { json } = await api("POST", "/chat", {
    message: tell({ calls: [toCall("plant_seed", { name: "nettle" })] }, { text: ["Done."] }),
    model: "openai/told",
  });
  expect(await resultsOf(json.conversation_id)).toMatchObject([{ is_error: true }]);
});

test("what a capability stores is its person's: exported with all else, and erased with them", async () => {
  const keeper = await somebody("member");
  const stayer = await somebody("member");
  for (const { id } of [keeper, stayer]) await growIn(id, "clover");

  const archive = unzipSync(new Uint8Array(await (await keeper.ask("GET", "/export")).arrayBuffer()));
  expect(JSON.parse(strFromU8(archive["garden.json"] ?? new Uint8Array()))).toMatchObject([
    { name: "clover" },
  ]);

  expect((await api("DELETE", `/users/${keeper.id}?data=delete`)).status).toBe(200);
  await soon(async () => expect(await plants.plants(keeper.id)).toEqual([]));
  expect(await plants.plants(stayer.id)).toMatchObject([{ name: "clover" }]);
});

const plants = new D1Garden((env as unknown as Env).DB);

function growIn(owner: string, name: string): Promise<void> {
  return plants.plant(owner, { id: ids.create("plt"), name, planted_at: 1 });
}

async function gardener(message: string): Promise<string> {
  const { json } = await api("POST", "/chat", { message, agent: "gardener" });
  expect(json.status).toBe("completed");
  return json.conversation_id;
}

async function garden(): Promise<{ plants: string[]; watered: string[] }> {
  return (await api("GET", "/garden")).json;
}

/** The model's last request, as text. */
async function newestRequest(): Promise<string> {
  const requests: unknown[] = await (await fetch(`${inject("toldModelUrl")}/told`)).json();
  return JSON.stringify(requests.findLast((request) => request !== null));
}

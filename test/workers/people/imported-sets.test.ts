/** Replay sets on their way to another person: replayed as theirs, whatever the file says. */
import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { expect, inject, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import type { ReplayRun, ReplaySet, RunResult, SetTurn } from "../../../src/contract/replays/replays.ts";
import { call } from "../../support/model-wire/answer.ts";
import { MODEL_NAME, tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { archive, send, take } from "./sent-import.ts";
import { type Somebody, somebody } from "./somebody.ts";

const { DB } = env as unknown as Env;

async function json<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text) as T;
}

async function ask<T>(who: Somebody, method: string, path: string, body?: unknown): Promise<T> {
  return json<T>(await who.ask(method, path, body));
}

/** A set with one turn in which a tool was called, and its person's export. */
async function exported(who: Somebody, name: string): Promise<Record<string, string>> {
  const note = call("call_note", "memory_write", { content: "Tea is at four." });
  const message = tell({ calls: [note] }, { text: [`Noted by ${MODEL_NAME}.`] });
  const said = await ask<{ conversation_id: string; message_id: string }>(who, "POST", "/chat", {
    ...{ message, model: "openai/told" },
  });
  const set = await ask<ReplaySet>(who, "POST", "/replay-sets", { name });
  const { conversation_id, message_id } = said;
  const expectation = { includes: ["another"], tools: ["memory_write"] };
  await ask(who, "POST", `/replay-sets/${set.id}/turns`, { conversation_id, message_id, expectation });
  const files = unzipSync(new Uint8Array(await (await who.ask("GET", "/export")).arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

async function broughtIn(who: Somebody, files: Record<string, string>) {
  const seen = await send(who, { "nightjar.zip": archive(files) });
  const done = await take(who, seen, ["replay_set"]);
  const [set] = (await ask<{ items: ReplaySet[] }>(who, "GET", "/replay-sets")).items;
  const turns = set && (await ask<{ items: SetTurn[] }>(who, "GET", `/replay-sets/${set.id}/turns`)).items;
  return { outcome: done.outcome["replay_set"], set, turns: turns ?? [] };
}

async function ran(who: Somebody, set: ReplaySet | undefined, change: object): Promise<RunResult[]> {
  const { id } = await ask<ReplayRun>(who, "POST", `/replay-sets/${set?.id}/runs`, change);
  await soon(async () =>
    expect((await ask<ReplayRun>(who, "GET", `/replay-runs/${id}`)).status).toBe("completed"),
  );
  return (await ask<{ items: RunResult[] }>(who, "GET", `/replay-runs/${id}/results`)).items;
}

test("a set comes with its copies, and is replayed as its new person's; once", async () => {
  const [ada, bo] = [await somebody("member", { name: "Ada" }), await somebody("member", { name: "Bo" })];
  const files = await exported(ada, "Tea");
  expect(Object.values(files).filter((text) => text.includes("Noted by told.")).length).toBeGreaterThan(1);
  const { outcome, set, turns } = await broughtIn(bo, files);
  expect(outcome).toMatchObject({ imported: 1, left: 0 });
  expect(set).toMatchObject({ name: "Tea", turns: 1 });
  expect(turns).toMatchObject([
    { is_kept: true, original: { text: "Noted by told." }, expectation: { includes: ["another"] } },
  ]);
  const results = await ran(bo, set, { model: "openai/another" });
  expect(results).toMatchObject([
    {
      reason: null,
      replay: { text: "Noted by another.", calls: [{ name: "memory_write", state: "answered" }] },
      checks: [{ is_met: true }, { is_met: true }],
    },
  ]);
  const [row] = (await DB.prepare("SELECT * FROM replay_set_turns WHERE owner = ?1").bind(bo.id).all())
    .results;
  expect(JSON.stringify(row)).not.toContain(ada.id);
  expect((await broughtIn(bo, files)).outcome).toMatchObject({ imported: 0, known: 1 });
  expect((await broughtIn(ada, files)).outcome).toMatchObject({ imported: 0, known: 1 });
});

test("a file that names others' agents, accounts, rooms and files reaches none of them", async () => {
  const [cy, eve] = [await somebody("member", { name: "Cy" }), await somebody("member", { name: "Eve" })];
  const secret = { slug: "keeper-of-cy", name: "Keeper", instructions: "The vault of Cy opens at nine." };
  await ask(cy, "POST", "/agents", secret);
  const files = await exported(eve, "Vault");
  const [listed] = JSON.parse(files["replay-sets.json"] ?? "[]");
  const [turn] = listed.turns;
  const path = `replay-turns/${turn.id}.json`;
  const copy = JSON.parse(files[path] ?? "{}");
  const own = { owner: cy.id, payer: cy.id, actor: { id: cy.id, name: "Cy" }, room: "bar" };
  const file = { type: "file", file_id: "fil_of_cy", owner: cy.id, media_type: "text/plain", name: "x" };
  for (const message of [...copy.messages, copy.answer])
    Object.assign(message, {
      agent: secret.slug,
      author_id: cy.id,
      trust: "trusted",
      recalled: [{ id: cy.id }],
    });
  copy.messages[0].parts.push(file, {
    type: "citation",
    index: 1,
    url: "",
    title: "",
    source_id: "a".repeat(64),
  });
  const forged = {
    ...{ ...copy, ...own, init: { ...own, agent: secret.slug } },
    turn: { ...own, id: "trn_1", memory: "place", agent: secret.slug, summary: { steps: 1, dynamic: cy.id } },
  };
  turn.original.agent = secret.slug;
  Object.assign(turn, own, { id: turn.id, set_id: "rps_of_cy", conversation_id: `../${cy.id}` });
  const told = { ...listed, ...own, id: "rps_forged", turns: [turn, { id: "../x" }, null] };
  const { set, turns } = await broughtIn(await somebody("member"), {
    ...files,
    "replay-sets.json": JSON.stringify([told, 7]),
    [path]: JSON.stringify(forged),
  });
  // The list as a whole must be one: what breaks its form brings nothing.
  expect([set, turns]).toEqual([undefined, []]);

  const mallory = await somebody("member", { name: "Mallory" });
  const brought = await broughtIn(mallory, {
    ...files,
    "replay-sets.json": JSON.stringify([{ ...told, turns: [turn, { id: "../x" }] }]),
    [path]: JSON.stringify(forged),
  });
  expect(brought.turns).toMatchObject([{ is_kept: true, original: { agent: "nightjar" } }]);
  const rows = await DB.prepare("SELECT * FROM replay_set_turns WHERE owner = ?1").bind(mallory.id).all();
  const stored = JSON.stringify(rows.results);
  for (const name of [cy.id, secret.slug, "fil_of_cy", "source_id", "rps_of_cy"])
    expect(stored).not.toContain(name);
  const [result] = await ran(mallory, brought.set, { model: "openai/told" });
  expect(result).toMatchObject({ replay: { status: "completed", agent: "nightjar" } });
  expect(await (await fetch(`${inject("toldModelUrl")}/told`)).text()).not.toContain("vault of Cy");
  const booked = "SELECT COUNT(*) AS count FROM costs WHERE owner = ?1 AND purpose = 'replay'";
  expect(await DB.prepare(booked).bind(cy.id).first("count")).toBe(0);
});

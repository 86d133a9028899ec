import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { PARTS } from "../../../src/app/list.ts";
import { ownedRows } from "../../../src/storage/d1/people/owned-rows.ts";
import { keys } from "../../../src/storage/r2/keys.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { callApi, request } from "../api.ts";
import { gardenPart } from "../garden/part.ts";
import { type Somebody, somebody } from "./somebody.ts";

const bindings = env as unknown as Env;
const ALL = [...PARTS, gardenPart];
const OWNED = ALL.flatMap((part) => part.owned ?? []).map((owned) => getTableName(ownedRows(owned).table));
const WITH_ACCOUNT = ALL.flatMap((part) => part.account ?? []).map(getTableName);

/** Tables with a person's id whose rows no part claims, each with its reason. */
const CLAIMED_BY_NOBODY = {
  costs: "The ledger is the instance's: what was spent stays.",
  invite_redemptions: "A used place of a code stays used.",
  conversation_members: "The conversation's object removes its members, and this index follows.",
};

interface Deleted {
  id: string;
  data: string;
  conversations: number;
  job_id: string | null;
}

/** Somebody who has talked, kept a file, prefers something. */
async function resident(): Promise<{ who: Somebody; conversation: string }> {
  const who = await somebody("member");
  const said = await who.ask("POST", "/chat", { message: tell({ text: ["Hello"] }), model: "openai/told" });
  const { conversation_id } = (await said.json()) as { conversation_id: string };
  await bindings.BUCKET.put(keys.workspace(who.id, "notes.md"), "mine");
  await bindings.BUCKET.put(keys.file(who.id, "fil_1"), "mine too");
  return { who, conversation: conversation_id };
}

async function stored(owner: string): Promise<number> {
  const pages = await Promise.all(keys.allOf(owner).map((prefix) => bindings.BUCKET.list({ prefix })));
  return pages.reduce((sum, { objects }) => sum + objects.length, 0);
}

async function rowsOf(owner: string): Promise<string[]> {
  const tables = OWNED.filter((table) => table !== "budgets");
  const counts = await bindings.DB.batch<{ n: number }>(
    tables.map((table) =>
      bindings.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE owner = ?`).bind(owner),
    ),
  );
  return tables.filter((_, index) => (counts[index]?.results[0]?.n ?? 0) > 0);
}

test("a person who is deleted is out at once, and what they had is kept unless it is asked for", async () => {
  const { who, conversation } = await resident();
  const deleted = await callApi<Deleted>("DELETE", `/users/${who.id}`);
  expect(deleted).toEqual({ id: who.id, data: "kept", conversations: 1, job_id: null });
  expect((await who.ask("GET", "/me")).status).toBe(401);
  expect((await request("GET", `/conversations/${conversation}`)).status).toBe(200);
  expect(await stored(who.id)).toBe(2);
  expect((await request("DELETE", `/users/${who.id}`)).status).toBe(404);
});

test("what somebody had is erased with them, or later: conversations, memory, files and rows; not what was spent", async () => {
  const { who, conversation } = await resident();
  const other = await resident();
  const membership = `/conversations/${other.conversation}/members`;
  expect((await other.who.ask("PUT", `${membership}/${who.id}`, { rights: ["read"] })).status).toBe(200);
  await callApi("DELETE", `/users/${who.id}`);
  const deleted = await callApi<Deleted>("DELETE", `/users/${who.id}?data=delete`);
  expect(deleted).toMatchObject({ data: "being_deleted", conversations: 1 });
  await soon(async () => {
    const job = await callApi<{ status: string; result: string }>("GET", `/jobs/${deleted.job_id}`);
    expect(job).toMatchObject({
      status: "completed",
      result: "1 conversations and 2 stored files erased",
    });
  });
  expect((await request("GET", `/conversations/${conversation}`)).status).toBe(404);
  expect([await stored(who.id), await rowsOf(who.id)]).toEqual([0, []]);
  expect(await (await other.who.ask("GET", membership)).json()).toMatchObject({ items: [] });
  expect([await stored(other.who.id), (await rowsOf(other.who.id)).length > 0]).toEqual([2, true]);
  const { items } = await callApi<{ items: { key: string }[] }>("GET", "/cost?period=all&by=user");
  expect(items.map(({ key }) => key)).toContain(who.id);
});

test("somebody deletes their own account, with all that they had; the operator's stays", async () => {
  const { who, conversation } = await resident();
  const answer = await who.ask("DELETE", "/me");
  const deleted = (await answer.json()) as Deleted;
  expect([answer.status, deleted]).toEqual([
    200,
    { id: who.id, data: "being_deleted", conversations: 1, job_id: expect.any(String) },
  ]);
  expect((await who.ask("GET", "/me")).status).toBe(401);
  await soon(async () =>
    expect(await callApi("GET", `/jobs/${deleted.job_id}`)).toMatchObject({ status: "completed" }),
  );
  expect((await request("GET", `/conversations/${conversation}`)).status).toBe(404);
  expect(await stored(who.id)).toBe(0);
  expect((await request("DELETE", "/me")).status).toBe(409);
});

test("the person whom ADMIN_TOKEN speaks for is not deleted, whoever else is an admin", async () => {
  await somebody("admin");
  const response = await request("DELETE", "/users/admin?data=delete");
  expect(response.status).toBe(409);
  expect(await response.text()).toContain("ADMIN_TOKEN");
});

test("each table with a person's id is claimed by one part, or is one of those that stay for a reason", async () => {
  const { results } = await bindings.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND (sql LIKE '%`owner` text%' OR sql LIKE '%`person_id` text%')",
  ).all<{ name: string }>();
  const claims = [...OWNED, ...WITH_ACCOUNT, ...Object.keys(CLAIMED_BY_NOBODY)];
  // A budget says in its key whose it is.
  expect(claims.sort()).toEqual([...results.map(({ name }) => name), "budgets"].sort());
});

test("what goes with an account, and what only with a person's data, is what it always was", () => {
  expect(WITH_ACCOUNT.toSorted()).toEqual([
    ...[
      "api_keys",
      "connected_apps",
      "conversation_reads",
      "credentials",
      "identities",
      "inbox_marks",
      "link_codes",
    ],
    ...["oauth_tokens", "preferences", "sessions", "signin_links"],
  ]);
});

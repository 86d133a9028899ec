/** Somebody of each kind, and what one of them owns: whom the table of cases lets ask. */
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import type { Env } from "../../../src/app/env.ts";
import type { KeyScope } from "../../../src/domain/key-scopes.ts";
import { zipOf } from "../../../src/platform/zip.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { apiKeys, sessions } from "../../../src/storage/d1/schema/people.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { asOperator, Browser } from "../auth/browser.ts";
import { cheap, PASSWORD } from "../auth/persons.ts";
import { type Somebody, signedIn, somebody, stores } from "../people/somebody.ts";

type Headers = Record<string, string>;

/** By what each proves who they are. */
export interface Town {
  who: Readonly<Record<string, Headers>>;
  /** Ids that the addresses of cases name in braces. */
  ids: Readonly<Record<string, string>>;
}

const worker = (exports as unknown as { default: Fetcher }).default;
const db = () => openDatabase((env as unknown as Env).DB);
const stamp = Date.now();
export const OWNERS_NAME = `owner.${stamp}`;
export const DISABLED_NAME = `gone.${stamp}`;

export async function aTown(): Promise<Town> {
  const owner = await somebody("member", { username: OWNERS_NAME, name: "Owner" });
  await stores().credentials.set(owner.id, await cheap.hash(PASSWORD));
  const [members, others, ids] = await Promise.all([membersOf(), strangers(), ownedBy(owner)]);
  const [keys, ended, clients] = await Promise.all([
    keysOf(owner),
    endedSessions(owner),
    clientsOf(owner, ids),
    ...["conversation", "asking"].map((place) => letIn(owner, ids[place] ?? "", members)),
  ]);
  const cookies = Object.entries({ owner, ...members, ...others }).map(([name, { cookie }]) => [
    name,
    { cookie },
  ]);
  return {
    who: {
      nobody: {},
      "the operator's token": bearing("test-admin-token-0123456789"),
      "a token that is none": bearing("njk_0000000000000000000000000000000000000000"),
      "the owner on a page of another site": { cookie: owner.cookie, origin: "https://elsewhere.example" },
      ...Object.fromEntries(cookies),
      ...keys,
      ...ended,
      ...clients,
      ...byProxy(),
    },
    ids: { ...ids, owner: owner.id, stranger: others["a stranger"]?.id ?? "" },
  };
}

async function letIn(owner: Somebody, place: string, members: Record<string, Somebody>): Promise<void> {
  for (const [name, rights] of Object.entries(RIGHTS))
    await owner.ask("PUT", `/conversations/${place}/members/${members[name]?.id}`, { rights });
}

const RIGHTS = {
  "a reader": ["read"],
  "a writer": ["read", "write"],
  "an approver": ["read", "approve"],
  "a guest who was let in": ["read", "write", "approve"],
} as const;

async function membersOf(): Promise<Record<string, Somebody>> {
  const named = Object.keys(RIGHTS).map(async (name) => [
    name,
    await somebody(name.includes("guest") ? "guest" : "member"),
  ]);
  return Object.fromEntries(await Promise.all(named));
}

async function strangers(): Promise<Record<string, Somebody>> {
  const demoted = await somebody("admin");
  await stores().persons.change(demoted.id, { role: "member" });
  const disabled = await somebody("admin", { username: DISABLED_NAME });
  await stores().credentials.set(disabled.id, await cheap.hash(PASSWORD));
  await stores().persons.change(disabled.id, { disabled: true });
  return {
    "a stranger": await somebody("member"),
    "a guest": await somebody("guest"),
    "another admin": await somebody("admin"),
    "an admin of yesterday": demoted,
    "an admin who was disabled": disabled,
  };
}

const bearing = (token: string): Headers => ({ authorization: `Bearer ${token}` });

async function made(who: Somebody, path: string, body: unknown): Promise<Record<string, string>> {
  const response = await who.ask("POST", path, body);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function keysOf(owner: Somebody): Promise<Record<string, Headers>> {
  const key = (scopes: readonly KeyScope[]) => made(owner, "/keys", { name: "A program", scopes });
  const scopes = ["chat", "read", "write", "admin"] as const;
  const keys = await Promise.all(
    scopes.map(async (scope) => [`the owner's key for ${scope}`, bearing((await key([scope]))["key"] ?? "")]),
  );
  const [revoked, expired] = [await key(["admin"]), await key(["admin"])];
  await owner.ask("DELETE", `/keys/${revoked["id"]}`);
  await db()
    .update(apiKeys)
    .set({ expires_at: 1 })
    .where(eq(apiKeys.id, expired["id"] ?? ""));
  return {
    ...Object.fromEntries(keys),
    "a key that was taken back": bearing(revoked["key"] ?? ""),
    "a key that has expired": bearing(expired["key"] ?? ""),
  };
}

async function endedSessions({ id }: Somebody): Promise<Record<string, Headers>> {
  const [left, late] = [await signedIn(id), await somebody("admin")];
  await left.ask("DELETE", "/auth/session");
  await db().update(sessions).set({ expires_at: 1 }).where(eq(sessions.owner, late.id));
  return {
    "a session that was signed out": { cookie: left.cookie },
    "a session that has expired": { cookie: late.cookie },
  };
}

/** A client of the owner's: its key, and a browser that acts for it. */
async function clientsOf(
  owner: Somebody,
  { client }: Record<string, string>,
): Promise<Record<string, Headers>> {
  const { key } = await made(owner, `/clients/${client}/keys`, {
    name: "A program",
    scopes: ["read", "write"],
  });
  const browser = new Browser();
  await browser.logIn(OWNERS_NAME, PASSWORD);
  await browser.ask("POST", `/clients/${client}/enter`, { body: {} });
  return {
    "a client's key": bearing(key ?? ""),
    "the owner, who acts for a client": { cookie: browser.cookie },
  };
}

function byProxy(): Record<string, Headers> {
  const named = (name: string, secret: string) => ({
    "x-remote-user": name,
    "x-trusted-proxy-secret": secret,
  });
  const SECRET = "test-proxy-secret-0123456789";
  return {
    "the owner, by the trusted proxy": named(OWNERS_NAME, SECRET),
    "the owner's name, by a proxy without its secret": named(OWNERS_NAME, "guess"),
    "a name that nobody has, by the trusted proxy": named("nobody.here", SECRET),
    "a disabled name, by the trusted proxy": named(DISABLED_NAME, SECRET),
  };
}

const CAPABILITY = {
  "main.js": "export async function run() { return 'ok'; }",
  "test.js": 'export async function works(t) { t.equal(await t.run({}), "ok"); }',
  "package.json": "{}",
  "manifest.json": JSON.stringify({
    name: "own_tool",
    description: "Does what only its owner asks.",
    input_schema: { type: "object" },
  }),
  "RUN.md": "# own_tool",
};

/** Things of the owner, by their names in addresses. */
async function ownedBy(owner: Somebody): Promise<Record<string, string>> {
  const id = async (path: string, body: unknown) => (await made(owner, path, body))["id"] ?? "";
  const [conversation, memory, schedule, hook, client, file, invite, waits] = await Promise.all([
    id("/conversations", { title: "Private" }),
    id("/memory/items", { content: "Likes owls" }),
    id("/schedules", { name: "Later", text: "Look.", cron: "0 9 * * 1", time_zone: "UTC" }),
    id("/hooks", { name: "Script" }),
    id("/clients", { slug: `club-${stamp}`, name: "Club" }),
    id("/files?name=a.txt", "mine"),
    asOperator("POST", "/invites", { name: "Once", max_uses: 1 }),
    asking(owner),
    capability(owner),
    made(owner, "/agents", { slug: `own-${stamp}`, name: "Own", instructions: "Be." }),
  ]);
  return {
    ...{ conversation, memory, schedule, hook, client, file, agent: `own-${stamp}` },
    code: String(invite.body["code"] ?? ""),
    ...waits,
  };
}

/** A conversation in which a call waits for a yes. */
async function asking(owner: Somebody): Promise<{ asking: string; call: string }> {
  const slug = `asks-${stamp}`;
  const tools = { create_cron: "ask" };
  await made(owner, "/agents", { slug, name: "Asks", instructions: "Be.", models: ["openai/told"], tools });
  const wish = { name: "Digest", text: "Write.", cron: "0 9 * * 1", time_zone: "UTC" };
  const message = tell({ calls: [call("c1", "create_cron", wish)] }, { text: ["Not then."] });
  const response = await owner.ask("POST", "/chat", { agent: slug, message });
  const { conversation_id, asks } = (await response.json()) as Asking;
  return { asking: conversation_id, call: asks[0]?.call_id ?? "" };
}

interface Asking {
  conversation_id: string;
  asks: { call_id: string }[];
}

async function capability({ cookie }: Somebody): Promise<void> {
  const body = await zipOf(CAPABILITY);
  const post = (path: string) =>
    worker.fetch(`http://nightjar.test/api/v1${path}`, { method: "POST", headers: { cookie }, body });
  const { digest } = (await (await post("/capabilities")).json()) as { digest: string };
  await post(`/capabilities?install=${digest}`);
}

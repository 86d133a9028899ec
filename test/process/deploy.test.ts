import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AnswerThere, startAddress, type WorldAddress } from "../support/cloudflare/address.ts";
import { FakeCloudflare } from "../support/cloudflare/api.ts";
import { Command } from "../support/process/command.ts";

const HOST = "nightjar.me.workers.dev";

let cloudflare: FakeCloudflare;
let address: WorldAddress;
let folder: string;
beforeAll(async () => {
  cloudflare = await FakeCloudflare.start();
  address = await startAddress(HOST, answer);
  folder = mkdtempSync(path.join(tmpdir(), "nightjar-deploy-test-"));
});
afterAll(() => {
  cloudflare?.close();
  address?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An instance with nothing in it, as a backup reads it. */
const EMPTY = {
  ...{ id: "bak_1", version: "0.0.9", at: "2026-11-28T00:00:00.000Z", migrations: [], tables: [] },
  ...{ items: [], next_cursor: null, next: null, changes: [], more: false, counts: {} },
  ...{ conversations: 0, failed: [] },
};

/** The address is new: at first the place answers, and not the Worker. */
const answer: AnswerThere = ({ path: at }) => {
  if (/^\/api\/v1\/(backups|conversations)/.test(at)) return { status: 200, body: JSON.stringify(EMPTY) };
  return address.asked.length === 1
    ? { status: 404, body: "<title>There is nothing here yet</title>" }
    : { status: 201, body: JSON.stringify({ url: "/signin/abc", expires_at: "soon" }) };
};

/** The real script, with the real wrangler: only Cloudflare and the address are the test's. */
async function deploy(env: Record<string, string> = {}, ...options: string[]) {
  const vars = path.join(folder, ".prod.vars");
  const command = new Command("node", ["scripts/deploy.mjs", ...options], {
    env: {
      ...{ ...cloudflare.env, ...address.env, ...env },
      ...{ PROD_VARS_FILE: vars, HOME: folder, DEPLOYED_DIR: path.join(folder, "deployed") },
    },
  });
  command.endInput();
  const code = await command.exited;
  return { code, out: command.stdout, err: command.stderr, vars };
}

describe("a deployment with the real wrangler", () => {
  it("that lacks something ends before anything is made, and says so once", async () => {
    const { code, out, err } = await deploy({ CLOUDFLARE_API_TOKEN: "one that has expired" });
    expect(code).toBe(1);
    expect(err).toMatch(/Cloudflare refuses this login: Invalid access token/);
    expect(out).not.toContain("Invalid access token");
    expect(cloudflare.changes()).toEqual([]);
  });

  it("to an account with nothing in it ends with a sign-in link", async () => {
    const { code, out, err, vars } = await deploy();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Sign in, once:\n  https://${HOST}/signin/abc\n`);
    expect(out.split("\n").length).toBeLessThan(25);
    const [, token] = /ADMIN_TOKEN=(\S+)/.exec(readFileSync(vars, "utf8")) ?? [];
    expect(address.asked.map(({ path: at, token: given }) => [at, given])).toEqual([
      ["/api/v1/auth/links", `Bearer ${token}`],
      ["/api/v1/auth/links", `Bearer ${token}`],
    ]);
    expect([...cloudflare.workers.scripts.keys()]).toEqual(["nightjar-reader", "nightjar"]);
    expect(cloudflare.workers.assets).toBeGreaterThan(50);
    expect(cloudflare.queues.map(({ consumers }) => consumers.length)).toEqual([1, 1, 1]);
    const triggers = cloudflare.d1.sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'");
    expect(triggers.all().map(({ name }) => name)).toContain("chunks_updated");
  });

  it("that changes stored forms begins with a backup that was read back, and can be taken back", async () => {
    const [first] = cloudflare.workers.scripts.get("nightjar")?.versions ?? [];
    if (first !== undefined) first.annotations["workers/tag"] = "d1-c1";
    const { code, out, err } = await deploy();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/Backup before the update \.\.\. Backup 2026-11-28.* It can be read\.\n/);
    const { versions = [], deployed = [] } = cloudflare.workers.scripts.get("nightjar") ?? {};
    expect(versions[1]?.annotations["workers/tag"]).toMatch(/^d\d+-c\d+_00000001-/);
    expect(deployed[0]).toBe(versions[1]?.id);
    if (first !== undefined) first.annotations["workers/tag"] = versions[1]?.annotations["workers/tag"] ?? "";
    const back = await deploy({}, "--rollback");
    expect({ code: back.code, err: back.err }).toEqual({ code: 0, err: "" });
    expect(deployed[0]).toBe(first?.id);
  });
});

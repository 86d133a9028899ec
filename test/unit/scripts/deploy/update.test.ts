import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../../../scripts/deploy/deploy-config.mjs";
import { formsOfCode, readTag } from "../../../../scripts/deploy/forms.mjs";
import { planDeployment } from "../../../../scripts/deploy/plan.mjs";
import { rollBack } from "../../../../scripts/deploy/rollback.mjs";
import { deploy } from "../../../../scripts/deploy/steps.mjs";
import { FakeCloudflare } from "../../../support/cloudflare/api.ts";
import { type Circumstances, placeFor, VARS } from "../../../support/cloudflare/place.ts";

const { migrations } = readConfig();
const FORMS = formsOfCode(migrations);
const NEWEST = readdirSync(migrations)
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .at(-1);

let cloudflare: FakeCloudflare;
let folder: string;
beforeEach(async () => {
  cloudflare = await FakeCloudflare.start();
  folder = mkdtempSync(path.join(tmpdir(), "nightjar-update-test-"));
});
afterEach(() => {
  cloudflare.close();
  rmSync(folder, { recursive: true });
});

async function tryTo<T>(act: Promise<T>) {
  return act.then(
    (done) => ({ done, problem: "" }),
    (error: Error) => ({ done: undefined, problem: error.message }),
  );
}

async function update(circumstances: Circumstances = {}) {
  const made = placeFor(cloudflare, { folder, ...circumstances });
  const ended = await tryTo(deploy(made.place));
  return { ...made, ...ended, written: made.written() };
}

async function goBack(circumstances: Circumstances & { dryRun?: boolean } = {}) {
  const made = placeFor(cloudflare, { folder, ...circumstances });
  const ended = await tryTo(rollBack({ ...made.place, dryRun: circumstances.dryRun ?? false }));
  return { ...made, ...ended };
}

/** A deployment by the code before: without the newest migration, and with a conversation in it. */
async function deployed() {
  await update();
  const { sqlite } = cloudflare.d1;
  sqlite.prepare("DELETE FROM d1_migrations WHERE name = ?").run(NEWEST ?? "");
  const script = cloudflare.workers.scripts.get("nightjar");
  const [version] = script?.versions ?? [];
  if (version !== undefined)
    version.annotations = {
      "workers/tag": `d${FORMS.database - 1}-c${FORMS.conversations}`,
      "workers/message": "Nightjar 0.0.9",
    };
  return version?.id;
}

/** Migrations as an import of nothing: what the newest one would do is there already. */
const noted = () =>
  cloudflare.d1.sqlite.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(NEWEST ?? "");
const MIGRATES = { "d1 ": { output: "" } };
const running = () => cloudflare.workers.scripts.get("nightjar")?.deployed[0];
const tags = () =>
  cloudflare.workers.scripts.get("nightjar")?.versions.map(({ annotations }) => annotations["workers/tag"]);

describe("an update that changes stored forms", () => {
  it("begins with a backup and a bookmark, and the version carries the way back", async () => {
    await deployed();
    const { problem, backups, written } = await update({ script: MIGRATES });
    expect(problem).toBe("");
    expect(backups).toEqual([
      {
        url: "https://nightjar.me.workers.dev",
        token: VARS.ADMIN_TOKEN,
        place: path.join(folder, "backups"),
      },
    ]);
    expect(written.indexOf("Backup before the update ... Backup 1. It can be read.")).toBeGreaterThan(0);
    expect(written.indexOf("Backup before")).toBeLessThan(written.indexOf("Migrations of the database"));
    expect(readTag(tags()?.[1])).toEqual({ ...FORMS, bookmark: expect.stringMatching(/^00000001-/) });
  });

  it("does not touch anything when the backup fails, unless none is wanted", async () => {
    await deployed();
    const before = cloudflare.changes().length;
    const backUp = async () => {
      throw new Error("The bucket is full.");
    };
    const { problem } = await update({ backUp });
    expect(problem).toMatch(
      /could not be backed up, so nothing was changed: The bucket is full\.\n.*--no-backup/,
    );
    expect(cloudflare.changes().slice(before)).toEqual([expect.stringMatching(/\/query$/)]);
    const without = await update({ backUp: undefined, script: MIGRATES });
    expect(without.problem).toBe("");
    expect(readTag(tags()?.[1])?.bookmark).toMatch(/^00000001-/);
  });

  it("that was broken off keeps the bookmark of its beginning", async () => {
    await deployed();
    const script = { ...MIGRATES, deploy: { ok: false, output: "cut off" } };
    expect((await update({ script })).problem).toContain("cut off");
    noted();
    const { problem, backups } = await update({ script: MIGRATES });
    expect({ problem, backups }).toEqual({ problem: "", backups: [] });
    expect(readTag(tags()?.[1])?.bookmark).toMatch(/^00000001-/);
  });

  it("is not needed where forms are the same", async () => {
    await update();
    const { problem, backups } = await update();
    expect({ problem, backups }).toEqual({ problem: "", backups: [] });
    expect(tags()).toEqual([`d${FORMS.database}-c${FORMS.conversations}`, tags()?.[0]]);
  });
});

describe("a deployed state that is newer", () => {
  it("in its database is refused before anything is touched", async () => {
    await update();
    cloudflare.d1.sqlite.exec("INSERT INTO d1_migrations (name) VALUES ('9999_future.sql')");
    const before = cloudflare.changes().length;
    const { problem, calls } = await update();
    expect(problem).toMatch(/newer Nightjar \(9999_future\.sql\)\. Nothing was touched/);
    expect(calls).toEqual(["auth token --json"]);
    expect(cloudflare.changes().slice(before)).toEqual([expect.stringMatching(/\/query$/)]);
  });

  it("in its conversations is refused as well", async () => {
    await update();
    const [version] = cloudflare.workers.scripts.get("nightjar")?.versions ?? [];
    if (version !== undefined) version.annotations["workers/tag"] = `d1-c${FORMS.conversations + 1}`;
    expect((await update()).problem).toMatch(/newer Nightjar \(conversations in form \d+/);
  });
});

describe("a rollback", () => {
  it("brings back the code alone where forms are the same", async () => {
    await update();
    const first = running();
    await update();
    expect(running()).not.toBe(first);
    const { problem, done } = await goBack();
    expect(problem).toBe("");
    expect(done).toHaveLength(1);
    expect(running()).toBe(first);
    expect((await goBack()).problem).toMatch(/no version of nightjar before/);
  });

  it("brings back the database too where they differ, and keeps what came since", async () => {
    const first = await deployed();
    await update({ script: MIGRATES });
    noted();
    cloudflare.d1.sqlite.exec(
      `INSERT INTO conversations (id, owner, agent, channel, title, created_at, updated_at)
       VALUES ('cnv_new', 'usr_a', 'default', 'web', 'Since then', ${Date.now()}, ${Date.now() + 60_000})`,
    );
    const { problem, done, backups } = await goBack();
    expect(problem).toBe("");
    expect(running()).toBe(first);
    expect(backups).toHaveLength(1);
    const [file = ""] = /\S+\.json/.exec(done?.join("\n") ?? "") ?? [];
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject([{ id: "cnv_new", title: "Since then" }]);
    const count = (table: string) =>
      cloudflare.d1.sqlite.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.["n"];
    expect([count("conversations"), count("d1_migrations")]).toEqual([0, FORMS.database - 1]);
    expect(done?.join("\n")).toMatch(
      /To undo that: npx wrangler d1 time-travel restore nightjar --bookmark=0/,
    );
  });

  it("goes on where the broken instance can't be backed up", async () => {
    const first = await deployed();
    await update({ script: MIGRATES });
    noted();
    const backUp = async () => {
      throw new Error("It answers 500.");
    };
    const { problem, done } = await goBack({ backUp });
    expect({ problem, now: running() }).toEqual({ problem: "", now: first });
    expect(done?.join("\n")).toContain("It was not backed up: It answers 500.");
  });

  it("says in a dry run what it would do", async () => {
    await deployed();
    await update({ script: MIGRATES });
    const before = running();
    const { done } = await goBack({ dryRun: true });
    expect(done?.join("\n")).toMatch(
      /Back to: Nightjar 0\.0\.9 of .*\nThe database goes back to its bookmark/,
    );
    expect(running()).toBe(before);
  });

  it("says what to do where Cloudflare refuses the version", async () => {
    await update();
    await update();
    const message = "Cannot roll back across a Durable Object migration";
    cloudflare.refusals.push({
      at: "POST /workers/scripts/nightjar/deployments",
      status: 400,
      code: 10210,
      message,
    });
    expect((await goBack()).problem).toMatch(new RegExp(`${message}[^]*Nothing was changed`));
  });
});

describe("a second instance", () => {
  it("shares nothing with the first", async () => {
    const vars = { ...VARS, VECTORIZE_ENABLED: "true", EMBEDDING_MODEL: "workers-ai/@cf/baai/bge-m3" };
    const readVars = () => vars;
    await update({ readVars });
    const { problem, written } = await update({ readVars, name: "staging" });
    expect(problem).toBe("");
    expect(written).toContain("Database nightjar-staging ... made");
    const names = cloudflare.d1.databases.map(({ name }) => name);
    expect(names).toEqual(["nightjar", "nightjar-staging"]);
    expect([...cloudflare.buckets]).toEqual(names);
    expect([...cloudflare.indexes.keys()]).toEqual(["nightjar-memory-1024", "nightjar-memory-1024-staging"]);
    expect(cloudflare.queues.map(({ queue_name }) => queue_name)).toEqual([
      ...["jobs-dead", "jobs-interactive", "jobs-background"],
      ...["jobs-dead-staging", "jobs-interactive-staging", "jobs-background-staging"],
    ]);
    expect([...cloudflare.workers.scripts.keys()]).toEqual([
      ...["nightjar-reader", "nightjar"],
      ...["nightjar-reader-staging", "nightjar-staging"],
    ]);
  });

  it("has no name of the first one in its configuration", () => {
    const first = readConfig().forUpload(undefined);
    const second = readConfig("staging").forUpload(undefined);
    const valuesOf = (text: string) =>
      [
        ...text.matchAll(
          /^(?:database_name|bucket_name|queue|dead_letter_queue|service|index_name|namespace_id) = (.*)$/gm,
        ),
      ].map(([, value]) => value);
    expect(valuesOf(first.nightjar).length).toBeGreaterThan(9);
    expect(valuesOf(second.nightjar).filter((value) => valuesOf(first.nightjar).includes(value))).toEqual([]);
  });
});

it("stopped after any step and begun again, it ends as one that was not stopped", async () => {
  const whole = await update();
  const ends = [...whole.written.matchAll(/ \.\.\. (.*)\n/g)].length;
  for (let last = 1; last <= ends; last += 1) {
    const other = await FakeCloudflare.start();
    let done = 0;
    const onWrite = (text: string) => {
      if (text.endsWith("\n")) done += 1;
      if (done === last) throw new Error("killed");
    };
    await tryTo(deploy(placeFor(other, { folder, onWrite }).place));
    const { problem } = await tryTo(deploy(placeFor(other, { folder }).place));
    const applied = other.d1.sqlite.prepare("SELECT COUNT(*) AS n FROM d1_migrations").get()?.["n"];
    expect({ problem, applied }).toEqual({ problem: "", applied: FORMS.database });
    expect(other.queues).toHaveLength(3);
    other.close();
  }
});

describe("a plan", () => {
  it("tells what is there and what would be made, and makes nothing", async () => {
    const { place, written } = placeFor(cloudflare, { folder });
    await planDeployment(place);
    expect(written()).toContain("Database nightjar: will be made\nBucket nightjar: will be made\n");
    expect(written()).toContain(`Migrations of the database: ${FORMS.database} will be applied\n`);
    expect(cloudflare.changes()).toEqual([]);
  });

  it("of an update names the backup", async () => {
    await deployed();
    const { place, written } = placeFor(cloudflare, { folder });
    await planDeployment(place);
    expect(written()).toContain(
      `Backup before the update: into ${path.join(folder, "backups")}, and a bookmark`,
    );
    expect(written()).toContain("Queue jobs-dead: there\n");
    expect(written()).toContain(
      "Migrations of the database: 1 will be applied\nWorker nightjar: Nightjar 0.0.9, https",
    );
  });
});

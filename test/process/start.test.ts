/** The starting and stopping of one instance, from its first start on. Each test leaves it stopped, on the same state. */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandOf, processesWith, signalAll } from "../../scripts/start/process-tree.mjs";
import { Command } from "../support/process/command.ts";
import { saying } from "../support/process/events.ts";
import { freePort } from "../support/process/free-port.ts";
import { says, saysThenHangs } from "../support/process/kill-scene.ts";
import { Nightjar, TOKEN } from "../support/process/nightjar.ts";
import { groupComputed, groupMembers, whenGroupGone } from "../support/process/process-group.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { answer, Talk, user } from "../support/process/talk.ts";
import { until } from "../support/process/until.ts";

let home = "";
/** Through npm, as a person does. */
let nightjar: Nightjar;
/** The same instance, by the script that npm runs. */
let direct: Nightjar;
let model: ScriptedModel;
beforeAll(async () => {
  model = await ScriptedModel.start();
  home = mkdtempSync(path.join(tmpdir(), "nightjar-start-"));
  const place = {
    home,
    state: path.join(home, "new-state"),
    varsFile: path.join(home, "vars"),
    port: await freePort(),
    entry: "src/index.ts" as const,
  };
  nightjar = new Nightjar({ ...place, launcher: "npm" });
  direct = new Nightjar({ ...place, launcher: "script" });
});
afterAll(async () => {
  await nightjar?.dispose();
  await direct?.dispose();
  model?.close();
});

const vars = () => readFileSync(nightjar.place.varsFile, "utf8");

/** It ends by this signal to its group, whole. */
async function endsBy(signal: NodeJS.Signals): Promise<void> {
  const group = nightjar.command.pid;
  expect(groupMembers(group).length).toBeGreaterThan(3);
  nightjar.command.signalGroup(signal);
  await whenGroupGone(group);
  expect(processesWith("NIGHTJAR_INSTANCE", nightjar.place.state)).toEqual([]);
}

/** What each start but the first had to compute until it was ready, in seconds. */
const restarts: number[] = [];

async function startAgain(instance: Nightjar): Promise<void> {
  await instance.start();
  restarts.push(groupComputed(instance.command.pid));
}

describe("npm start, the first time", () => {
  let link = "";

  it("brings up a new instance with settings of its own, and prints a link that signs in once", async () => {
    expect(existsSync(nightjar.place.varsFile)).toBe(false);
    await nightjar.start();
    link = nightjar.signInLink;
    expect(link).toMatch(new RegExp(`^${nightjar.url}/signin/`));

    const first = await fetch(link, { redirect: "manual" });
    const cookie = first.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/HttpOnly/i);
    const status = await fetch(`${nightjar.url}/api/v1/status`, {
      headers: { cookie: cookie.split(";")[0] ?? "" },
    });
    expect(status.status).toBe(200);
    const second = await fetch(link, { redirect: "manual" });
    expect(second.headers.get("set-cookie")).toBeNull();
  });

  it("serves the app, under its policy", async () => {
    const page = await fetch(nightjar.url);
    expect(await page.text()).toContain('<script type="module"');
    expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
  });

  it("makes its settings file with random secrets, for its owner's eyes only", () => {
    expect(vars()).toMatch(/^ADMIN_TOKEN=[\w-]{43}\nSESSION_SECRET=[\w-]{43}$/m);
    expect(statSync(nightjar.place.varsFile).mode & 0o077).toBe(0);
  });

  it("shows none of wrangler's own talk", () => {
    const { stdout, stderr } = nightjar.command;
    expect(stdout).toMatch(/^[\s\S]*Nightjar is up[\s\S]*Ctrl-C stops it/);
    expect(`${stdout}${stderr}`).not.toMatch(/wrangler|bindings|telemetry|D1 Database|200 OK/i);
  });

  it("leaves no process behind after SIGINT", () => endsBy("SIGINT"));

  it("starts again with another link, and completes settings where a line is missing", async () => {
    writeFileSync(nightjar.place.varsFile, `# mine\nADMIN_TOKEN='${TOKEN}'`);
    await startAgain(nightjar);
    expect(nightjar.signInLink).not.toBe(link);
    expect(vars()).toMatch(new RegExp(`^# mine\nADMIN_TOKEN='${TOKEN}'\nSESSION_SECRET=[\\w-]{43}\n$`));
  });
});

/** The instance of the test before. */
describe("a running instance", () => {
  it("holds its state folder: a second start is refused", async () => {
    const second = nightjar.launch({ PORT: "1" });
    expect(await second.exited).toBe(1);
    expect(second.stderr).toContain(`Nightjar already runs on this state folder, at ${nightjar.url}`);
    await nightjar.request("GET", "/status");
  });

  it("holds its port: a start of another is refused before anything starts", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const env = { PORT: String(address.port), STATE_DIR: path.join(home, "state") };
    const command = new Command("node", ["scripts/start.mjs"], {
      env: { ...env, VARS_FILE: path.join(home, "other-vars") },
    });
    expect(await command.exited).toBe(1);
    expect(command.stderr).toContain(`Port ${address.port} is already in use.`);
    expect(command.stderr).not.toContain("    at ");
    taken.close();
  });

  it("keeps the local runtime's controls from whoever reaches its port", async () => {
    for (const path of [
      "local/scheduled",
      "local/email?from=a@example.com&to=b@example.com",
      "local/r2/public/x",
    ]) {
      const asked = await fetch(`${nightjar.url}/cdn-cgi/${path}`, { method: "POST", body: "x" });
      expect(asked.status).toBe(404);
    }
    const { cron } = nightjar.controls();
    expect((await fetch(`${cron}?cron=*+*+*+*+*`)).status).toBe(200);
    expect((await fetch(cron.replace(/[0-9a-f]{32}/, "0".repeat(32)))).status).toBe(404);
  });

  it("is Node and the runtime, and nothing that builds", () => {
    const commands = nightjar.processes().map((pid) => commandOf(pid) ?? "");
    expect(commands.filter((command) => /wrangler|esbuild|vite|miniflare/.test(command))).toEqual([]);
  });

  it("answers somebody who is still sending what nobody will read", async () => {
    const body = new Uint8Array(40_000_000);
    const response = await fetch(`${nightjar.url}/api/v1/conversations`, { method: "POST", body });
    expect(response.status).toBe(413);
  });

  it("takes up its settings file when that changes", async () => {
    const model = async () =>
      (await nightjar.request<{ default_model: string }>("GET", "/status")).default_model;
    expect(await model()).toBe("offline/nightjar");
    appendFileSync(nightjar.place.varsFile, "OPENAI_API_KEY=k\nDEFAULT_MODEL=openai/some-model\n");
    await nightjar.command.output(/has changed: reloading/);
    const readQuietly = () => model().catch(() => "not answering just now");
    expect(await until(readQuietly, (name) => name.startsWith("openai/"))).toBe("openai/some-model");
  });

  it("leaves no process behind after SIGHUP", () => endsBy("SIGHUP"));
});

describe("npm start, killed", () => {
  beforeAll(() => {
    const lines = Object.entries({
      ADMIN_TOKEN: TOKEN,
      SESSION_SECRET: "kept-session-secret-012345",
      ...model.vars,
    });
    writeFileSync(nightjar.place.varsFile, lines.map(([name, value]) => `${name}=${value}\n`).join(""));
  });

  it("ends when the npm above it is killed outright", async () => {
    await startAgain(nightjar);
    nightjar.command.signal("SIGKILL");
    await whenGroupGone(nightjar.command.pid);
  });

  it("starts on a state whose last start was killed alone, ending what that left running", async () => {
    await startAgain(direct);
    const orphaned = direct.command.pid;
    direct.command.signal("SIGKILL");
    await direct.command.exited;
    expect(groupMembers(orphaned).length).toBeGreaterThan(0);
    await startAgain(nightjar);
    await nightjar.request("GET", "/status");
    expect(groupMembers(orphaned)).toEqual([]);
  });
});

/** The instance of the test before. */
describe("when only a part of the machine dies", () => {
  const runtimes = () =>
    nightjar.processes().filter((pid) => /workerd\b.* serve /.test(commandOf(pid) ?? ""));

  it("the Worker's runtime, the turn goes on and the instance answers again", async () => {
    const cut = await Talk.begin({ nightjar, model }, "cut", saysThenHangs("begun "), says("finished"));
    const before = await cut.socket();
    await cut.say("go");
    await before.event(saying("begun "));
    const killed = runtimes();
    expect(killed).toHaveLength(1);
    signalAll(killed, "SIGKILL");
    await cut.voice.requested(2);
    await until(
      () => cut.messages().catch(() => []),
      (messages) => messages.length === 2,
    );
    expect(await cut.messages()).toEqual([user(cut.words("go")), answer("finished")]);
  });

  it("and it leaves no process behind after SIGTERM", () => endsBy("SIGTERM"));
});

it("an empty ADMIN_TOKEN is left as it is, nothing starts, and the error says what to mend", async () => {
  const text = "ADMIN_TOKEN=\nSESSION_SECRET=kept-session-secret-012345";
  writeFileSync(direct.place.varsFile, text);
  const command = direct.launch();
  expect(await command.exited).toBe(1);
  expect(command.stderr).toMatch(/ADMIN_TOKEN is too short.*at least 16 characters in vars,/);
  expect(command.stderr).not.toMatch(/goroutine| {4}at /);
  expect(vars()).toBe(text);
});

// In processor time: another program may have the machine. bench measures it by the clock.
it("starts again with less than 10 s of computing", () => {
  expect(restarts.length).toBeGreaterThan(3);
  expect(Math.min(...restarts)).toBeGreaterThan(0.1);
  expect(Math.min(...restarts)).toBeLessThan(10);
});

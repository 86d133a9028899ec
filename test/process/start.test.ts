import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { processesWith } from "../../scripts/start/process-tree.mjs";
import { Command } from "../support/process/command.ts";
import { freePort } from "../support/process/free-port.ts";
import { fillFreshState } from "../support/process/fresh-state.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { groupMembers, whenGroupGone } from "../support/process/process-group.ts";
import { until } from "../support/process/until.ts";

let nightjar: Nightjar;
let home = "";
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "nightjar-start-"));
});
afterEach(async () => {
  await nightjar?.dispose();
  rmSync(home, { recursive: true, force: true });
});

describe("npm start", () => {
  it("brings up a new instance, prints a link that signs in once, and starts again in under 10 s", async () => {
    nightjar = await startNightjar({ viaNpm: true, state: path.join(home, "new-state") });
    const link = nightjar.signInLink;
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

    await nightjar.stop();
    const began = performance.now();
    await nightjar.start();
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(nightjar.signInLink).not.toBe(link);
  });

  it("shows none of wrangler's own talk", async () => {
    nightjar = await startNightjar();
    await nightjar.request("GET", "/status");
    const { stdout, stderr } = nightjar.command;
    expect(stdout).toMatch(/^[\s\S]*Nightjar is up[\s\S]*Ctrl-C stops it/);
    expect(`${stdout}${stderr}`).not.toMatch(/wrangler|bindings|telemetry|D1 Database|200 OK/i);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("leaves no process behind after %s", async (signal) => {
    nightjar = await startNightjar({ viaNpm: true });
    const group = nightjar.command.pid;
    expect(groupMembers(group).length).toBeGreaterThan(3);
    nightjar.command.signalGroup(signal);
    await whenGroupGone(group);
    expect(processesWith("NIGHTJAR_INSTANCE", nightjar.place.state)).toEqual([]);
  });

  it("ends when the npm above it is killed outright", async () => {
    nightjar = await startNightjar({ viaNpm: true });
    nightjar.command.signal("SIGKILL");
    await whenGroupGone(nightjar.command.pid);
  });

  it("starts on a state whose last start was killed alone, ending what that left running", async () => {
    nightjar = await startNightjar();
    const orphaned = nightjar.command.pid;
    nightjar.command.signal("SIGKILL");
    await nightjar.command.exited;
    expect(groupMembers(orphaned).length).toBeGreaterThan(0);
    await nightjar.start();
    await nightjar.request("GET", "/status");
    expect(groupMembers(orphaned)).toEqual([]);
  });
});

describe("npm start refuses, before anything starts,", () => {
  it("a port that is taken", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const command = new Command("node", ["scripts/start.mjs"], {
      env: {
        PORT: String(address.port),
        STATE_DIR: path.join(home, "state"),
        VARS_FILE: path.join(home, "vars"),
      },
    });
    expect(await command.exited).toBe(1);
    expect(command.stderr).toContain(`Port ${address.port} is already in use.`);
    expect(command.stderr).not.toContain("    at ");
    taken.close();
  });

  it("a state folder that a running instance holds", async () => {
    nightjar = await startNightjar();
    const second = nightjar.launch({ PORT: "1" });
    expect(await second.exited).toBe(1);
    expect(second.stderr).toContain(`Nightjar already runs on this state folder, at ${nightjar.url}`);
    await nightjar.request("GET", "/status");
  });
});

describe("the settings file", () => {
  it("with an empty ADMIN_TOKEN is left as it is, and the error says what to mend", async () => {
    const text = "ADMIN_TOKEN=\nSESSION_SECRET=kept-session-secret-012345";
    const file = path.join(home, "vars");
    writeFileSync(file, text);
    const command = await startHere({ VARS_FILE: file });
    expect(await command.exited).toBe(1);
    expect(command.stderr).toMatch(/ADMIN_TOKEN.*\.dev\.vars/);
    expect(command.stderr).not.toMatch(/goroutine| {4}at /);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("is taken up by a running instance when it changes", async () => {
    nightjar = await startNightjar();
    const model = async () =>
      (await nightjar.request<{ default_model: string }>("GET", "/status")).default_model;
    expect(await model()).toBe("offline/nightjar");
    appendFileSync(nightjar.place.varsFile, "OPENAI_API_KEY=k\nDEFAULT_MODEL=openai/some-model\n");
    await nightjar.command.output(/has changed: reloading/);
    const readQuietly = () => model().catch(() => "not answering just now");
    expect(await until(readQuietly, (name) => name.startsWith("openai/"))).toBe("openai/some-model");
  });

  it("is made with random secrets, for its owner's eyes only, and completed where a line is missing", async () => {
    const file = path.join(home, "vars");
    const made = await startHere({ VARS_FILE: file });
    await made.output(/\/signin\//);
    made.signalGroup("SIGTERM");
    await made.exited;
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/^ADMIN_TOKEN=[\w-]{43}\nSESSION_SECRET=[\w-]{43}$/m);
    expect(statSync(file).mode & 0o077).toBe(0);

    writeFileSync(file, "# mine\nSESSION_SECRET='kept exactly as it is'");
    const completed = await startHere({ VARS_FILE: file });
    await completed.output(/\/signin\//);
    completed.signalGroup("SIGTERM");
    await completed.exited;
    expect(readFileSync(file, "utf8")).toMatch(
      /^# mine\nSESSION_SECRET='kept exactly as it is'\nADMIN_TOKEN=[\w-]{43}\n$/,
    );
  });
});

async function startHere(env: Record<string, string>): Promise<Command> {
  const state = path.join(home, "state");
  fillFreshState(state);
  const port = String(await freePort());
  return new Command("node", ["scripts/start.mjs"], {
    env: { PORT: port, STATE_DIR: state, SKIP_INSTALL: "true", ...env },
  });
}

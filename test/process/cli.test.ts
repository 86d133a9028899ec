import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Command } from "../support/process/command.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";

let model: ScriptedModel;
let nightjar: Nightjar;
beforeAll(async () => {
  model = await ScriptedModel.start();
  nightjar = await startNightjar({ launcher: "runtime", vars: model.vars });
});
afterAll(async () => {
  await nightjar?.dispose();
  model?.close();
});

function run(args: string[], env: Record<string, string> = nightjar.environment): Command {
  return new Command("node", ["src/cli/main.mjs", ...args], { env });
}

/** With nothing on standard input. */
async function finish(args: string[], input = ""): Promise<{ code: number; out: string; err: string }> {
  const command = run(args);
  command.endInput(input);
  const code = await command.exited;
  return { code, out: command.stdout, err: command.stderr };
}

/** A gate that the test opens. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("nightjar send", () => {
  it("streams the answer as it comes", async () => {
    const rest = gate();
    model.script(async (reply) => {
      reply.text("The first half, ");
      await rest.opened;
      reply.text("and the second.");
    });
    const command = run(["send", "tell", "me"]);
    command.endInput();
    await command.output(/The first half, /);
    expect(command.stdout).not.toContain("second");
    rest.open();
    expect(await command.exited).toBe(0);
    expect(command.stdout).toBe("The first half, and the second.\n");
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain("tell me");
  });

  it("takes what is piped in, goes on with a conversation, and gives JSON", async () => {
    model.script((reply) => reply.text("noted"));
    const first = JSON.parse((await finish(["send", "--json"], "my piped words\n")).out);
    expect(first).toMatchObject({ reply: "noted", status: "completed", agent: "nightjar" });
    expect(first.usage.output_tokens).toBe(5);

    model.script((reply, request) =>
      reply.text(String(request.messages.filter((m) => m.role !== "system").length)),
    );
    const second = await finish(["send", "--conversation", first.conversation_id, "again"]);
    expect(second.out).toBe("3\n");
  });

  it("says what the agent asks, and ends with 3 when nobody is there to answer", async () => {
    model.script((reply) =>
      reply.tool("ask_user", { question: "Tea or coffee?", options: ["tea", "coffee"] }),
    );
    const { code, err } = await finish(["send", "surprise me"]);
    expect(code).toBe(3);
    expect(err).toMatch(
      /Tea or coffee\?\n {2}1\. tea\n {2}2\. coffee\nWaiting for an answer: nightjar chat --conversation cnv_/,
    );
  });

  it("halts the turn at Ctrl-C, and keeps what was said", async () => {
    model.script((reply) => {
      reply.text("I could go on ");
      return reply.forever();
    });
    const command = run(["send", "ramble"]);
    command.endInput();
    await command.output(/go on/);
    command.signal("SIGINT");
    expect(await command.exited).toBe(130);
    expect(command.stderr).toContain("[halted]");
  });

  it("comes back after a restart of the instance, and says which text was void", async () => {
    model.script(
      (reply) => {
        reply.text("before");
        return reply.forever();
      },
      (reply) => reply.text("after"),
    );
    const command = run(["send", "hold on"]);
    command.endInput();
    await command.output(/before/);
    await nightjar.kill9();
    await command.errorOutput(/connection lost/);
    await nightjar.start();
    expect(await command.exited).toBe(0);
    expect(command.stdout).toBe("before\nafter\n");
    expect(command.stderr).toMatch(/connected again[\s\S]*interrupted/);
  });
});

describe("nightjar chat", () => {
  it("holds a conversation, answers a question at the prompt, and leaves at the end of input", async () => {
    model.script(
      (reply) => reply.tool("ask_user", { question: "Red or blue?", options: ["red", "blue"] }),
      (reply, request) => reply.text(`Then ${request.messages.at(-1)?.content}.`),
    );
    const command = run(["chat"]);
    command.type("choose for me\n");
    await command.errorOutput(/2\. blue/);
    command.type("2\n");
    await command.output(/Then [\s\S]*blue[\s\S]*\./);
    model.script((reply) => reply.text("Bye."));
    command.endInput("good bye\n");
    expect(await command.exited).toBe(0);
    expect(command.stdout).toContain("Bye.");
  });

  it("begins with the words it was given", async () => {
    model.script((reply, request) => reply.text(`You said ${request.messages.at(-1)?.content}.`));
    const command = run(["chat", "good", "morning"]);
    command.endInput();
    expect(await command.exited).toBe(0);
    expect(command.stdout).toMatch(/You said [\s\S]*good morning/);
  });

  it("answers a question that was asked before it was opened", async () => {
    model.script((reply) => reply.tool("ask_user", { question: "How many?", options: [] }));
    const sent = await finish(["send", "--json", "ask me"]);
    const { conversation_id, status } = JSON.parse(sent.out);
    expect(status).toBe("parked");
    model.script((reply, request) => reply.text(`So ${request.messages.at(-1)?.content}.`));
    const command = run(["chat", "--conversation", conversation_id]);
    command.endInput("seven\n");
    expect(await command.exited).toBe(0);
    expect(command.stdout).toMatch(/So [\s\S]*seven/);
  });

  it("halts the answer at Ctrl-C and keeps the chat", async () => {
    model.script(
      (reply) => {
        reply.text("blah ");
        return reply.forever();
      },
      (reply) => reply.text("Listening."),
    );
    const command = run(["chat"]);
    command.type("talk\n");
    await command.output(/blah/);
    command.signal("SIGINT");
    await command.errorOutput(/\[halted\]/);
    command.endInput("still there?\n");
    await command.output(/Listening\./);
    expect(await command.exited).toBe(0);
  });

  it("shows what the agent says by itself", async () => {
    model.script(
      (reply) => reply.tool("schedule_message", { text: "stand up", in_seconds: 1 }),
      (reply) => reply.text("Set."),
      (reply) => reply.text("Stand up now!"),
    );
    const command = run(["chat"]);
    command.type("remind me\n");
    await command.output(/Set\.[\s\S]*Stand up now!/);
    command.endInput();
    expect(await command.exited).toBe(0);
  });
});

describe("nightjar status and history", () => {
  it("tell that it is up, and what was said, as text and as JSON", async () => {
    model.script((reply) => reply.text("The answer."));
    const { conversation_id } = JSON.parse((await finish(["send", "--json", "the question"])).out);
    const { out } = await finish(["status"]);
    expect(out).toMatch(new RegExp(`^up ${nightjar.url}\n`));
    expect(out).toMatch(/^uptime +0 h \d+ min$/m);
    expect(out).not.toContain("compaction");
    expect(JSON.parse((await finish(["status", "--json"])).out)).toMatchObject({
      status: "ok",
      turns: expect.any(Array),
    });
    expect((await finish(["history"])).out).toMatch(new RegExp(`^${conversation_id}\\t`, "m"));
    const told = (await finish(["history", conversation_id])).out;
    expect(told).toMatch(/the question[\s\S]*The answer\./);
    const messages = JSON.parse((await finish(["history", conversation_id, "--json"])).out);
    expect(messages.map((message: { role: string }) => message.role)).toEqual(["user", "assistant"]);
  });
});

describe("the other commands", () => {
  /** Standard output of a command that has to end well. */
  const told = async (...args: string[]) => {
    const { code, out, err } = await finish(args);
    expect({ args, code, err }).toEqual({ args, code: 0, err: "" });
    return out;
  };
  const json = async (...args: string[]) => JSON.parse(await told(...args, "--json"));

  it("walk through what one has, as tabs where they are piped and as JSON", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "nightjar-test-cli-"));
    try {
      const file = path.join(folder, "lamp.md");
      model.script((reply) => reply.text("I see it."));
      writeFileSync(file, "The red lamp stands in the hall.");
      const sent = await json("send", "--file", file, "--mode", "ask", "look at this");
      expect((await json("history", sent.conversation_id))[0].parts).toContainEqual(
        expect.objectContaining({ type: "file", name: "lamp.md" }),
      );
      model.script((reply) => reply.text("Again."));
      expect((await json("send", "--resume", "and now")).conversation_id).toBe(sent.conversation_id);

      const copy = path.join(folder, "talk.md");
      await told("conversations", "export", sent.conversation_id, "-o", copy);
      expect(readFileSync(copy, "utf8")).toContain("I see it.");
      expect(await told("conversations", "list", "--limit", "1")).toMatch(/^cnv_\S+\t/);
      model.script((reply) => reply.text("Seen anew."));
      const both = await json("replay", sent.conversation_id, sent.turn_id);
      expect(both.original.text).toBe("I see it.");
      expect(both.replay).toMatchObject({ status: "completed", text: "Seen anew." });
      for (const text of ["Again.", "Otherwise."]) model.script((reply) => reply.text(text));
      expect(await told("replay", sent.conversation_id)).toMatch(
        /^trn_\S+\tsame\t.*\tAgain\.\ntrn_\S+\tdifferent\t.*\tOtherwise\.\n$/,
      );
      const set = await json("replay-sets", "create", "Blue keys");
      const kept = await told("replay-sets", "add", set.id, sent.conversation_id, sent.turn_id);
      expect(kept).toMatch(/^rpt_/);
      model.script((reply) => reply.text("A third time."));
      const run = await json("replay-sets", "run", set.id);
      expect(run).toMatchObject({ status: "completed", summary: { done: 1 } });
      expect(await told("replay-sets", "results", run.id)).toMatch(/^rpt_\S+\t0\/0\t.*\tA third time\.$/m);
      await told("replay-sets", "delete", set.id);
      await told("conversations", "delete", sent.conversation_id);
      expect((await finish(["history", sent.conversation_id])).err).toMatch(/no such conversation/i);

      expect(await told("agents")).toMatch(/^nightjar\t/m);
      const agent = path.join(folder, "agent.md");
      await told("agents", "duplicate", "nightjar", "owl", "--name", "Owl");
      await told("agents", "export", "owl", "--output", agent);
      expect(readFileSync(agent, "utf8")).toContain("Owl");
      await told("agents", "remove", "owl");
      expect((await json("agents", "import", agent)).slug).toBe("owl");

      await told("memory", "add", "The blue key opens the shed.");
      expect(await told("memory", "list")).toMatch(/\tThe blue key opens the shed\.$/m);
      expect(await json("memory", "index", file)).toMatchObject({ path: file });
      expect(await told("memory", "search", "red lamp")).toContain("red lamp");
      expect((await json("memory", "forget", "blue key", "--dry-run")).dry_run).toBe(true);
      const { job_id } = await json("memory", "consolidate");
      expect((await json("jobs", "show", job_id)).kind).toBe("memory.consolidate");

      const { id } = await json("schedules", "add", "water the plants", "--cron", "0 9 * * 1");
      expect(await told("schedules")).toMatch(new RegExp(`^${id}\tactive\t`));
      await told("schedules", "pause", id);
      expect((await json("schedules", "show", id)).state).toBe("paused");
      await told("schedules", "remove", id);
      expect((await finish(["schedules", "add", "now"])).err).toContain("--cron, --every and --at");

      const key = await json("keys", "create", "for a script", "--scope", "read");
      expect(key).toMatchObject({ scopes: ["read"], key: expect.any(String) });
      await told("keys", "revoke", key.id);
      expect((await json("users", "invite", "Ann")).url).toContain("http");
      for (const list of [
        "rooms",
        "capabilities",
        "models",
        "channels",
        "connections",
        "users",
        "monitor",
        "reports",
      ])
        expect(await json(list), list).toBeInstanceOf(Array);
      expect((await json("cost", "--period", "all", "--by", "agent")).total_usd).toEqual(expect.any(Number));

      const archive = path.join(folder, "mine.zip");
      await told("export", archive);
      expect((await json("import", archive, "--dry-run")).sources[0].format).not.toBe("");
      expect((await json("notify", "the build is green")).queued).toBe(true);
      const refused = await finish(["send", "--tier", "brief", "hello"]);
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining('no context tier "brief". It has full, operational'),
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("nightjar backup and restore", () => {
  const sealed = { NIGHTJAR_BACKUP_PASSPHRASE: "correct horse battery" };
  const at = async (place: Nightjar, args: string[]) => {
    const command = run(args, { ...place.environment, ...sealed });
    command.endInput();
    const code = await command.exited;
    return { code, out: command.stdout, err: command.stderr };
  };

  it("copies an instance that people write to, and an empty one is the same afterwards", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "nightjar-test-backup-"));
    const fresh = await startNightjar({ launcher: "runtime", vars: model.vars });
    try {
      // Larger than a piece of a backup.
      const film = path.join(folder, "film.bin");
      writeFileSync(film, randomBytes(9_000_000));
      model.script((reply) => reply.text("Kept."));
      expect((await finish(["send", "--file", film, "Keep it."])).code).toBe(0);
      rmSync(film);
      let isOver = false;
      const writing = (async () => {
        for (let round = 1; !isOver; round += 1) {
          model.script((reply) => reply.text(`Answer ${round}.`));
          await finish(["send", `Message ${round}`]);
        }
      })();
      const first = await at(nightjar, ["backup", folder]);
      isOver = true;
      await writing;
      expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^Backup 20/) });
      const second = JSON.parse((await at(nightjar, ["backup", folder, "--keep", "1", "--json"])).out);
      expect(second.removed).toHaveLength(1);
      expect(second.fresh).toBeLessThan(second.objects);

      expect(await at(fresh, ["restore", folder])).toMatchObject({
        code: 0,
        out: expect.stringContaining("each compared"),
      });
      const ids = JSON.parse((await finish(["history", "--json"])).out).map(({ id }: { id: string }) => id);
      for (const id of ids.slice(0, 5)) {
        const there = await at(fresh, ["history", id, "--json"]);
        expect(JSON.parse(there.out)).toEqual(JSON.parse((await finish(["history", id, "--json"])).out));
      }
      expect((await at(fresh, ["restore", folder])).err).toContain("not empty");
    } finally {
      await fresh.dispose();
      rmSync(folder, { recursive: true });
    }
  });
});

describe("what the command says when it can't", () => {
  it.each([
    [
      "no instance",
      { NIGHTJAR_URL: "http://127.0.0.1:1" },
      1,
      /No Nightjar answers at http:\/\/127\.0\.0\.1:1\. Start one with "npm start"/,
    ],
    ["a wrong token", { NIGHTJAR_TOKEN: "wrong" }, 2, /refused the token\. Set NIGHTJAR_TOKEN/],
  ])("%s", async (_what, env, code, message) => {
    const command = run(["status"], { ...nightjar.environment, ...env });
    command.endInput();
    expect(await command.exited).toBe(code);
    expect(command.stderr).toMatch(message);
    expect(command.stderr).not.toContain("    at ");
  });

  it("an unknown agent, an unknown conversation, nothing to say", async () => {
    expect((await finish(["send", "--agent", "nobody", "hi"])).err).toMatch(/no agent "nobody"/);
    expect((await finish(["send", "-c", "cnv_000000000000000000000", "hi"])).err).toMatch(
      /no such conversation/i,
    );
    expect(await finish(["send"])).toMatchObject({ code: 2, err: expect.stringMatching(/Nothing to send/) });
  });
});

it("is found by npx", async () => {
  const command = new Command("npx", ["--no-install", "nightjar", "status"], { env: nightjar.environment });
  command.endInput();
  expect(await command.exited).toBe(0);
  expect(command.stdout).toContain("up ");
});

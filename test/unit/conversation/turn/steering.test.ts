import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Subscribers } from "../../../../durable-objects/conversation/readers/subscribers.ts";
import { turnEnd } from "../../../../durable-objects/conversation/readers/turn-end-waiter.ts";
import type { ModelMessage, ModelRequest } from "../../../../src/agent/ports/model.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import {
  CHAT,
  ConversationRig,
  calls,
  finish,
  type Move,
  type RigOptions,
  says,
  text,
  WEB,
  wait,
} from "../../../support/machine/rig.ts";

/** The turn looks something up for two seconds, and answers then. */
function looking(options: RigOptions = {}): ConversationRig {
  return new ConversationRig({
    cast: () => ({ steering: () => "next_step" }),
    tools: ({ machine }) => [
      defineTool({
        name: "look",
        description: "",
        schema: z.object({}),
        effect: "read",
        reach: "inside",
        run: () => machine.sleep(2_000).then(() => trustedResult("found")),
      }),
    ],
    model: (request) =>
      hasLooked(request) ? says(`re: ${heard(request).join(", ")}`) : calls(["c1", "look", {}]),
    ...options,
  });
}

function hasLooked({ messages }: ModelRequest): boolean {
  return messages.some(({ role }) => role === "tool");
}

/** What people have said to the model, without the moment. */
function heard({ messages }: ModelRequest): string[] {
  return messages.flatMap((message) =>
    message.role === "user" && message.content[0]?.type === "text" ? [message.content[0].text] : [],
  );
}

function roles(request: ModelRequest | undefined): ModelMessage["role"][] {
  return request?.messages.map(({ role }) => role) ?? [];
}

describe("a message that comes while a turn runs", () => {
  it("is read at its next step, after what its tools brought, and answered with it", async () => {
    const rig = looking();
    await rig.say("One");
    await rig.pass(1_000);
    await rig.say("Two");
    await rig.pass();
    expect(rig.requests).toHaveLength(2);
    expect(roles(rig.requests[1])).toEqual(["user", "assistant", "tool", "user"]);
    expect(rig.said()).toEqual(["user: One", "user: Two", "assistant: re: One, Two"]);
  });

  it("is read in a turn of its own where the setting says so", async () => {
    const rig = looking({ cast: () => ({}) });
    await rig.say("One");
    await rig.pass(1_000);
    await rig.say("Two");
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: re: One", "user: Two", "assistant: re: One, Two"]);
  });

  it("is read in a turn of its own when it is a command that its platform shows as waiting", async () => {
    const rig = looking();
    await rig.say("One", "1", CHAT);
    await rig.pass(1_700);
    await rig.say("Two", "2", { ...CHAT, reply_token: "of-the-command" });
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: re: One", "user: Two", "assistant: re: One, Two"]);
  });

  it("is read as the agent says, whatever the channel is used to", async () => {
    const rig = looking({
      cast: (own) => ({
        steering: () => "next_step",
        agent: () => ({ ...own.agent(), limits: { ...own.agent().limits, steering: "next_turn" } }),
      }),
    });
    await rig.say("One");
    await rig.pass(1_000);
    await rig.say("Two");
    await rig.pass();
    expect(rig.said()).toHaveLength(4);
  });

  it("is told to have been taken in, and tells its new place", async () => {
    const rig = looking();
    await rig.reader.connect();
    await rig.say("One");
    await rig.pass(1_000);
    const second = await rig.say("Two");
    await rig.pass();
    const [one, two] = rig.messages();
    const told = rig.reader.events.filter(({ type }) => type === "absorbed" || type === "message");
    const first = rig.reader.events.find(({ type }) => type === "turn_start")?.turn_id;
    expect(told.map(({ type, turn_id }) => [type, turn_id])).toEqual([
      ["message", first],
      ["message", second.status === "accepted" ? second.turn_id : ""],
      ["absorbed", second.status === "accepted" ? second.turn_id : ""],
      ["message", first],
      ["message", first],
    ]);
    expect(two?.parent_id).toBe(one?.id);
  });

  it("looks the same to a reader that comes later as to one that was there", async () => {
    const rig = looking();
    await rig.reader.connect();
    await rig.say("One");
    await rig.pass(1_000);
    await rig.say("Two");
    await rig.pass();
    const late = rig.follow("late");
    await late.connect();
    expect(late.events.filter(({ type }) => type === "message")).toEqual(
      rig.reader.events.filter(({ type }) => type === "message"),
    );
  });

  it("is in the history of the next turn, before the answer that answers it", async () => {
    const rig = looking();
    await rig.say("One");
    await rig.pass(1_000);
    await rig.say("Two");
    await rig.pass();
    await rig.say("Three");
    await rig.pass();
    expect(heard(rig.requests.at(-1) as ModelRequest)).toEqual(["One", "Two", "Three"]);
    expect(rig.said().at(-1)).toBe("assistant: re: One, Two, Three");
  });

  it("comes with all others of its burst, and with those of the turns behind it", async () => {
    const rig = looking();
    await rig.say("One");
    await rig.pass(1_000);
    for (const words of ["Two", "Three", "Four"]) await rig.say(words);
    await rig.pass();
    expect(rig.said()).toEqual([
      "user: One",
      "user: Two",
      "user: Three",
      "user: Four",
      "assistant: re: One, Two, Three, Four",
    ]);
  });

  it("on a chat platform is read without what follows it in the same breath but after the step began", async () => {
    const model = (request: ModelRequest): Move[] =>
      hasLooked(request)
        ? [text(`re: ${heard(request).join(", ")}`), wait(300), finish()]
        : calls(["c1", "look", {}]);
    const rig = looking({ model });
    await rig.say("One", "1", CHAT);
    await rig.pass(2_500);
    await rig.say("Two", "2", CHAT);
    await rig.pass(200);
    await rig.say("Three", "3", CHAT);
    await rig.pass();
    expect(rig.said()).toEqual([
      "user: One",
      "user: Two",
      "assistant: re: One, Two",
      "user: Three",
      "assistant: re: One, Two, Three",
    ]);
  });

  it("has a turn of its own when it comes during the last call", async () => {
    const rig = looking({ model: () => [text("so "), wait(2_000), text("it is"), finish()] });
    await rig.say("One");
    await rig.pass(1_000);
    await rig.say("Two");
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: so it is", "user: Two", "assistant: so it is"]);
  });

  it("that follows one which was taken in stands below the answer", async () => {
    const model = (request: ModelRequest): Move[] =>
      hasLooked(request) ? [text("well "), wait(2_000), finish()] : calls(["c1", "look", {}]);
    const rig = looking({ model });
    await rig.say("One");
    await rig.pass(1_000);
    await rig.say("Two");
    await rig.pass(2_000);
    await rig.say("Three");
    await rig.pass();
    expect(rig.said()).toEqual([
      "user: One",
      "user: Two",
      "assistant: well ",
      "user: Three",
      "assistant: well ",
    ]);
  });
});

describe("what a running turn leaves alone", () => {
  const parts = [{ type: "text" as const, text: "Two" }];
  const message = { type: "user_message" as const, key: "client:Two", source: WEB, parts };

  it.each([
    ["branches off", { parent_id: null }],
    ["names another agent", { agent: "other" }],
    ["names a model", { model: "acme/two" }],
    ["is from somebody else", { source: { ...WEB, sender: "bob" } }],
    ["comes from another place", { source: { channel: "telegram" as const, sender: "ann-t", thread: "7" } }],
    [
      "has a file",
      { parts: [...parts, { type: "file" as const, file_id: "fil_1", media_type: "text/plain" }] },
    ],
  ])("is a message that %s", async (_what, other) => {
    const rig = looking();
    await rig.say("One");
    await rig.pass(1_000);
    await rig.receive({ ...message, ...(other as object) });
    await rig.pass(20_000);
    const absorbed = rig.store.sql.all("SELECT id FROM turns WHERE state = 'absorbed'");
    expect(absorbed).toEqual([]);
    expect(rig.store.sql.all("SELECT id FROM turns WHERE state = 'completed'")).toHaveLength(2);
  });

  it("is a command", async () => {
    const rig = looking();
    await rig.say("Zero");
    await rig.pass();
    const [zero] = rig.messages();
    await rig.say("One");
    await rig.pass(1_000);
    const command = { name: "regenerate" as const, message_id: zero?.id as never };
    await rig.receive({ type: "command", key: "again", source: WEB, command });
    await rig.pass();
    expect(rig.store.sql.all("SELECT id FROM turns WHERE state = 'completed'")).toHaveLength(3);
  });
});

describe("when the machine dies or the turn is stopped", () => {
  it("sends the same bytes again for a step that had taken a message in", async () => {
    const model = (request: ModelRequest): Move[] => {
      const answers = request.messages.filter(({ role }) => role === "assistant").length;
      return answers < 2 ? calls([`c${answers}`, "look", {}]) : says("Done.");
    };
    const rig = looking({ model });
    await rig.say("One");
    await rig.pass(1_000);
    await rig.say("Two");
    await rig.pass(2_000);
    expect(rig.requests).toHaveLength(2);
    rig.machine.kill();
    await rig.pass(20_000);
    const before = rig.requests[1]?.messages ?? [];
    expect(rig.requests[2]?.messages.slice(0, before.length)).toEqual(before);
    expect(rig.said()).toEqual(["user: One", "user: Two", "assistant: Done."]);
  });

  it("answers it in a turn of its own when the step that was to read it never came", async () => {
    const rig = looking();
    await rig.say("One");
    await rig.pass(1_000);
    await rig.say("Two");
    await rig.pass(500);
    await rig.halt();
    await rig.pass(20_000);
    expect(rig.said().map((line) => line.split(":")[0])).toEqual(["user", "assistant", "user", "assistant"]);
    expect(rig.said()[1]).toContain("halted");
  });

  it("answers whoever waits for its own turn with the answer of the one that took it in", async () => {
    const rig = looking();
    await rig.say("One");
    await rig.pass(1_000);
    await rig.reader.connect();
    const second = await rig.say("Two");
    if (second.status !== "accepted") throw new Error("it was not accepted");
    const own = trustId<"trn">(second.turn_id ?? "");
    const subscribers = new Subscribers(() => []);
    const waits = { store: rig.store, subscribers, later: () => () => undefined };
    const waiting = turnEnd(waits, own);
    await rig.pass();
    for (const event of rig.reader.events) subscribers.broadcast(event);
    expect(await waiting).toMatchObject({ status: "completed", reply: "re: One, Two" });
    expect(await turnEnd(waits, own)).toMatchObject({
      status: "completed",
      reply: "re: One, Two",
    });
  });
});

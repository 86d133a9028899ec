/** Answers that grow in a chat: one conversation, a platform that edits, and deaths in between. */
import { describe, expect, test } from "vitest";
import { showProgress } from "../../../../../durable-objects/conversation/outbox/preview/progress.ts";
import { ShutPlaces } from "../../../../../durable-objects/conversation/rows/outgoing/shut-places.ts";
import type { ChannelPort, DeliveryResult, LookupResult } from "../../../../../src/channels/channel.ts";
import type { Source } from "../../../../../src/domain/inbound.ts";
import { askUserTool } from "../../../../../src/tools/ask-user.ts";
import {
  CHAT,
  ConversationRig,
  calls,
  finish,
  type Move,
  text,
  wait,
} from "../../../../support/machine/rig.ts";
import { createTestChannel, onlyChannel } from "../../../../support/test-channel/channel.ts";

interface Message {
  key: string;
  text: string;
  isGone?: true;
}

interface PlatformOptions {
  keyed_for_ms?: number;
  /** It shows what stands in the chat. */
  shows?: true;
  edit?(): DeliveryResult | undefined;
  remove?(): DeliveryResult | undefined;
  deliver?(): DeliveryResult | undefined;
}

/** What stands in the chat, and each change of it. */
class Platform {
  readonly messages: Message[] = [];
  readonly changes: string[] = [];
  readonly port: ChannelPort;

  constructor({ keyed_for_ms = 0, shows, edit, deliver, remove }: PlatformOptions = {}) {
    const every = { direct: 1_000 };
    this.port = {
      ...createTestChannel({ name: "telegram", limits: { keyed_for_ms, edit_every_ms: every } }),
      deliver: async ({ chunk, key }) => {
        const known = keyed_for_ms > 0 ? this.messages.findIndex((message) => message.key === key) : -1;
        const shown = chunk.type === "text" ? chunk.text : chunk.type;
        const number = known === -1 ? this.messages.push({ key, text: shown }) : known + 1;
        if (known === -1) this.changes.push(`+${number} ${shown}`);
        return deliver?.() ?? { status: "sent", platform_id: String(number) };
      },
      edit: async ({ platform_id, chunk }) => {
        const told = edit?.();
        if (told) return told;
        const message = this.messages[Number(platform_id) - 1];
        if (message) message.text = chunk.text;
        this.changes.push(`${platform_id} ${chunk.text}`);
        return { status: "sent", platform_id };
      },
      ...(shows && { find: async ({ key }) => this.found(key) }),
      remove: async ({ platform_id }) => {
        const told = remove?.();
        if (told) return told;
        const message = this.messages[Number(platform_id) - 1];
        if (message) message.isGone = true;
        return { status: "sent", platform_id };
      },
    };
  }

  private found(key: string): LookupResult {
    const at = this.messages.findIndex((message) => message.key === key);
    return at === -1 ? { status: "missing" } : { status: "there", platform_id: String(at + 1) };
  }

  get texts(): string[] {
    return this.messages.filter(({ isGone }) => !isGone).map((message) => message.text);
  }
}

function rigOf(platform: Platform, model: (asked: number) => Move[]): ConversationRig {
  return new ConversationRig({
    model: (_request, asked) => model(asked),
    tools: () => [askUserTool],
    ports: () => ({ channels: onlyChannel("telegram", platform.port) }),
  });
}

const SLOWLY = ["One. ", "Two. ", "Three. ", "Four."].flatMap((words) => [text(words), wait(1_500)]);
const WHOLE = "One. Two. Three. Four.";
const slowly = () => [...SLOWLY, finish()];

const leftovers = (rig: ConversationRig) => rig.store.sql.all("SELECT * FROM leftovers");

async function ask(rig: ConversationRig, source: Source = CHAT): Promise<void> {
  await rig.say("Count", "1", source);
}

describe("an answer that is written slowly", () => {
  test("grows in one message, which is the answer in the end", async () => {
    const platform = new Platform();
    const rig = rigOf(platform, slowly);
    await ask(rig);
    await rig.pass(60_000);
    expect(platform.changes).toEqual([
      "+1 One.",
      "1 One. Two.",
      "1 One. Two. Three.",
      "1 One. Two. Three. Four.",
      `1 ${WHOLE}`,
    ]);
    expect(rig.store.sql.all("SELECT COUNT(*) AS n FROM previews")).toEqual([{ n: 0 }]);
  });

  test("shows the first message of a long one, and the others when it is whole", async () => {
    const long = "A sentence of about fifty characters stands here. ";
    const platform = new Platform();
    const moves = Array.from({ length: 6 }, () => [text(long), wait(1_500)]).flat();
    const rig = rigOf(platform, () => [...moves, finish()]);
    await ask(rig);
    await rig.pass(60_000);
    const twice = long.repeat(2).trim();
    expect(platform.texts).toEqual([twice, twice, twice]);
    expect(platform.changes.filter((change) => change.startsWith("+")).length).toBe(3);
  });

  test("is sent when it is whole in a group that takes few changes", async () => {
    const platform = new Platform();
    const rig = rigOf(platform, slowly);
    await ask(rig, { ...CHAT, is_group: true });
    await rig.pass(60_000);
    expect(platform.changes).toEqual([`+1 ${WHOLE}`]);
  });

  test("that is stopped ends with what was written and why", async () => {
    const platform = new Platform();
    const rig = rigOf(platform, slowly);
    await ask(rig);
    await rig.pass(3_400);
    await rig.halt();
    await rig.pass(60_000);
    expect(platform.texts).toEqual(["One. Two.\n\nStopped."]);
  });

  test("whose message cannot be changed any more comes as another, and nothing half is left", async () => {
    const answers: DeliveryResult[] = [{ status: "later", reason: "slow down" }];
    const platform = new Platform({
      edit: () => ({ status: "failed", reason: "It is too old." }),
      remove: () => answers.shift(),
    });
    const rig = rigOf(platform, slowly);
    await ask(rig);
    await rig.pass(60_000);
    expect(platform.texts).toEqual([WHOLE]);
    expect(new Set(platform.messages.map(({ key }) => key)).size).toBe(2);
    expect(leftovers(rig)).toEqual([]);
  });

  test("that was given up is taken back", async () => {
    const tired: DeliveryResult = { status: "later", reason: "not now", retry_after_ms: 3_600_000 };
    let isTired = false;
    const platform = new Platform({ edit: () => (isTired ? tired : undefined) });
    const rig = rigOf(platform, slowly);
    await ask(rig);
    await rig.pass(3_400);
    isTired = true;
    await rig.pass(8 * 3_600_000);
    expect(rig.store.sql.all("SELECT status FROM deliveries")).toEqual([{ status: "failed" }]);
    expect(platform.texts).toEqual([]);
  });

  test("waits with its end as long as the platform says", async () => {
    const answers: DeliveryResult[] = [{ status: "later", retry_after_ms: 20_000, reason: "slow down" }];
    const platform = new Platform({ edit: () => answers.shift() });
    const rig = rigOf(platform, slowly);
    await ask(rig);
    await rig.pass(15_000);
    expect(platform.texts).toEqual(["One."]);
    await rig.pass(30_000);
    expect(platform.changes).toEqual(["+1 One.", `1 ${WHOLE}`]);
  });

  test("asks in a message of its own, and what follows the answer grows anew", async () => {
    const platform = new Platform();
    const rig = rigOf(platform, (asked) =>
      asked === 1
        ? [text("Let me see. "), wait(1_500), ...calls(["q1", "ask_user", { question: "Which?" }])]
        : slowly(),
    );
    await ask(rig);
    await rig.pass(5_000);
    expect(platform.texts).toEqual(["Let me see.", "Which?"]);
    await rig.answer("q1", "This one");
    await rig.pass(60_000);
    expect(platform.texts).toEqual(["Let me see.", "Which?\n\nAnswered by Ann: This one", WHOLE]);
    expect(platform.changes.slice(-2)).toEqual([`3 ${WHOLE}`, `3 ${WHOLE}`]);
  });
});

describe("a machine that dies while it is written", () => {
  test("goes on in the same message", async () => {
    const platform = new Platform();
    const rig = rigOf(platform, slowly);
    await ask(rig);
    await rig.pass(3_400);
    expect(platform.texts).toEqual(["One. Two."]);
    rig.machine.kill();
    await rig.pass(60_000);
    expect(platform.texts).toEqual([WHOLE]);
  });

  test("before it knew where its message stands sends the answer as another, once", async () => {
    const answers: (DeliveryResult | undefined)[] = [{ status: "unknown", reason: "cut" }];
    const platform = new Platform({ deliver: () => answers.shift() });
    const rig = rigOf(platform, slowly);
    await ask(rig);
    await rig.pass(3_000);
    rig.machine.kill();
    await rig.pass(60_000);
    expect(platform.texts).toEqual(["One.", WHOLE]);
    expect(new Set(platform.messages.map(({ key }) => key)).size).toBe(1);
  });

  test("finds it again where the platform takes a key", async () => {
    const answers: (DeliveryResult | undefined)[] = [{ status: "unknown", reason: "cut" }];
    const platform = new Platform({ keyed_for_ms: 600_000, deliver: () => answers.shift() });
    const rig = rigOf(platform, slowly);
    await ask(rig);
    await rig.pass(60_000);
    expect(platform.texts).toEqual([WHOLE]);
  });

  test("before it knew where its message stands looks for it, where the platform shows its chats", async () => {
    const answers: (DeliveryResult | undefined)[] = [{ status: "unknown", reason: "cut" }];
    const platform = new Platform({ shows: true, deliver: () => answers.shift() });
    const rig = rigOf(platform, slowly);
    await ask(rig);
    await rig.pass(1_900);
    expect(platform.texts).toEqual(["One."]);
    rig.machine.kill();
    await rig.pass(60_000);
    expect(platform.texts).toEqual([WHOLE]);
    expect(platform.changes.filter((change) => change.startsWith("1 One. Two. Three."))).not.toEqual([]);
  });

  test("and whose message did not arrive begins it anew", async () => {
    const platform = new Platform({ shows: true });
    const rig = rigOf(platform, slowly);
    const post = platform.port.deliver;
    let isLost = true;
    platform.port.deliver = async (outgoing, signal) => {
      if (!isLost) return post(outgoing, signal);
      isLost = false;
      return { status: "unknown", reason: "cut" };
    };
    await ask(rig);
    await rig.pass(1_900);
    expect([isLost, platform.texts]).toEqual([false, []]);
    rig.machine.kill();
    await rig.pass(60_000);
    expect(platform.texts).toEqual([WHOLE]);
    expect(platform.changes[0]).toBe("+1 One.");
  });
});

describe("work beside turns", () => {
  const shown = (words: string, is_over = false) => ({ work: "res_1", place: CHAT, text: words, is_over });
  const tell = (rig: ConversationRig, ...told: Parameters<typeof shown>) =>
    rig.machine.request((awake) => void showProgress(awake.outbox.growing, shown(...told)));
  const rows = (rig: ConversationRig) => rig.store.sql.all("SELECT COUNT(*) AS n FROM previews");

  async function begun(options: PlatformOptions = {}) {
    const platform = new Platform(options);
    const rig = rigOf(platform, () => [text("Begun."), finish()]);
    await ask(rig);
    await rig.pass(10_000);
    return { platform, rig };
  }

  test("tells how far it is in one message, which stays as it was in the end", async () => {
    const { platform, rig } = await begun();
    for (const words of ["One of two", "Two of two"]) {
      await tell(rig, words);
      await rig.pass(5_000);
    }
    await tell(rig, "Done", true);
    await rig.pass(5_000);
    expect(platform.changes).toEqual(["+1 Begun.", "+2 One of two", "2 Two of two", "2 Done"]);
    expect(rows(rig)).toEqual([{ n: 0 }]);
    await tell(rig, "Done", true);
    await rig.pass(5_000);
    expect(platform.texts).toEqual(["Begun.", "Done"]);
  });

  test("goes on in the same message after a death, and its last words are tried again", async () => {
    let isTooMuch = false;
    const { platform, rig } = await begun({
      edit: () => (isTooMuch ? { status: "later", retry_after_ms: 2_000, reason: "too much" } : undefined),
    });
    await tell(rig, "One of two");
    await rig.pass(5_000);
    rig.machine.kill();
    await rig.pass(10_000);
    isTooMuch = true;
    await tell(rig, "Done", true);
    await rig.pass(1_000);
    isTooMuch = false;
    await rig.pass(5_000);
    expect(platform.texts).toEqual(["Begun.", "Done"]);
    expect(rows(rig)).toEqual([{ n: 0 }]);
  });

  test("is not told where messages cannot be changed, nor in a place that is shut", async () => {
    const { platform, rig } = await begun();
    rig.store.sql.transaction(() => new ShutPlaces(rig.store.sql).put(CHAT, "The bot was removed."));
    await tell(rig, "One of two");
    await rig.pass(5_000);
    const { edit: _, ...still } = platform.port;
    const plain = new ConversationRig({ ports: () => ({ channels: onlyChannel("telegram", still) }) });
    await ask(plain);
    await plain.pass(10_000);
    await tell(plain, "One of two");
    await plain.pass(5_000);
    expect(platform.texts).toEqual(["Begun.", "ok"]);
  });
});

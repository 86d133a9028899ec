import { describe, expect, it } from "vitest";
import type { Source, UserMessage } from "../../../../src/domain/inbound.ts";
import { ANN, CHAT, ConversationRig, type RigOptions } from "../../../support/machine/rig.ts";

const PHOTO = { type: "image" as const, name: "cat.png", media_type: "image/png", size: 5 };
const BOB: Source = { ...CHAT, sender: "bob-t" };

/** `sent(ref)`: with a file that the platform gives after as many ms as its name says, or never. */
function sent(ref: string, text = "", source = CHAT): UserMessage {
  const parts = text === "" ? [] : [{ type: "text" as const, text }];
  const attachments = [{ ...PHOTO, ref }];
  return {
    type: "user_message",
    key: `m:${ref}`,
    source,
    parts,
    attachments,
    ...(source === CHAT && { actor: ANN }),
  };
}

/** A picture and a question about it, each sent until it is taken; the machine dies in event number `at`. */
async function asked(at: number, fate: "dies before the commit" | "dies after the commit") {
  let events = 0;
  const { rig } = rigWith({ outage: 500, fate: () => (++events === at ? fate : "goes on") });
  const send = async (what: () => Promise<unknown>, next?: () => Promise<void>): Promise<void> => {
    try {
      await what();
    } catch {
      // Dark: again, with the same key, as a platform does.
      return void rig.timeline.after(200, () => send(what, next));
    }
    await next?.();
  };
  await send(
    () => rig.receive(sent("300", "A cat.")),
    () => send(() => rig.say("What is it?", "m:2", CHAT)),
  );
  await rig.pass(20_000);
  return { rig, events };
}

function rigWith(options: RigOptions = {}) {
  const fetched: string[] = [];
  const rig: ConversationRig = new ConversationRig({
    ...options,
    ports: () => ({
      async fetchFiles(owner, { attachments = [], ...message }) {
        const refs = attachments.map(({ ref }) => ref);
        fetched.push(`${refs.join()} for ${owner}`);
        await new Promise<void>(
          (resolve) => void rig.machine.later(resolve, Number.parseInt(refs[0] ?? "", 10)),
        );
        return { ...message, parts: [...message.parts, { type: "text", text: ` [file ${refs.join()}]` }] };
      },
    }),
  });
  return { rig, fetched };
}

describe("a message that was sent with files", () => {
  it("is accepted at once, comes in once they are fetched, and what was written behind it stays behind it", async () => {
    const { rig, fetched } = rigWith();
    expect(await rig.receive(sent("2000", "A cat."))).toMatchObject({ status: "accepted", turn_id: null });
    expect(await rig.say("What is it?", "m:2", CHAT)).toMatchObject({ status: "accepted", turn_id: null });
    await rig.pass(1_900);
    expect(rig.requests).toHaveLength(0);
    await rig.pass();
    expect(rig.said()).toEqual(["user: A cat. [file 2000]", "user: What is it?", "assistant: ok"]);
    expect(rig.requests).toHaveLength(1);
    expect(fetched).toEqual([`2000 for ${ANN.owner}`]);
    expect(rig.store.arrivals.list()).toEqual([]);
  });

  it("is one of an album, which is one turn in its order however long each file takes", async () => {
    const { rig } = rigWith();
    for (const ref of ["1500", "20", "900"]) await rig.receive(sent(ref));
    await rig.pass();
    expect(rig.said()).toEqual([
      "user:  [file 1500]",
      "user:  [file 20]",
      "user:  [file 900]",
      "assistant: ok",
    ]);
    expect(rig.requests).toHaveLength(1);
  });

  it("keeps nobody else waiting, and no halt", async () => {
    const { rig } = rigWith();
    await rig.receive(sent("9000"));
    await rig.say("Hello", "m:3", BOB);
    expect(await rig.halt()).toMatchObject({ status: "accepted" });
    await rig.pass(3_000);
    expect(rig.said()[0]).toBe("user: Hello");
    await rig.say("In the app");
    await rig.pass(3_000);
    expect(rig.said()).toContain("user: In the app");
  });

  it("is taken once: a copy is one before its files are there, and after", async () => {
    const { rig, fetched } = rigWith();
    await rig.receive(sent("500"));
    expect(await rig.receive(sent("500"))).toMatchObject({ status: "duplicate" });
    await rig.pass();
    expect(await rig.receive(sent("500"))).toMatchObject({ status: "duplicate" });
    expect([rig.requests.length, fetched.length]).toEqual([1, 1]);
  });

  it("is not lost to a kill: its files are fetched again, by an object that wakes for it", async () => {
    const { rig, fetched } = rigWith();
    await rig.receive(sent("500", "A cat."));
    await rig.say("And?", "m:2", CHAT);
    await rig.pass(100);
    rig.machine.kill();
    await rig.pass();
    expect(rig.said()).toEqual(["user: A cat. [file 500]", "user: And?", "assistant: ok"]);
    expect(fetched).toHaveLength(2);
  });

  it("comes in with words in place of its files when each try was cut off", async () => {
    const { rig, fetched } = rigWith();
    await rig.receive(sent("3000", "A cat."));
    for (let kill = 0; kill < 3; kill++) {
      await rig.pass(2_500);
      rig.machine.kill();
      await rig.pass(1_500);
    }
    await rig.pass();
    expect(fetched).toHaveLength(3);
    expect(rig.said()[0]).toMatch(
      /^user: A cat\.\n\n\[An image, cat\.png, could not be fetched: .*Send it again\.\]$/,
    );
  });

  it("is refused where it would be without files, and nothing is fetched for it", async () => {
    const { rig, fetched } = rigWith();
    await rig.say("Hello");
    await rig.pass();
    await rig.machine.request((awake) => awake.changes.patch({ archived: true }));
    expect(await rig.receive(sent("10"))).toMatchObject({ status: "refused", refusal: "archived" });
    expect(fetched).toEqual([]);
  });

  it("has files fetched side by side only as far as memory allows", async () => {
    const { rig, fetched } = rigWith();
    for (const ref of ["300", "400", "500"])
      await rig.receive({ ...sent(ref), attachments: [{ ...PHOTO, ref, size: 20 * 1024 * 1024 }] });
    await rig.pass(100);
    expect(fetched).toHaveLength(2);
    await rig.pass();
    expect(fetched).toHaveLength(3);
    expect(rig.said()).toHaveLength(4);
  });

  it("comes in once, before what was written behind it, whenever the machine dies", async () => {
    const { events } = await asked(0, "dies after the commit");
    expect(events).toBeGreaterThan(5);
    for (const fate of ["dies before the commit", "dies after the commit"] as const)
      for (let at = 1; at <= events; at++) {
        const { rig } = await asked(at, fate);
        const where = `event ${at}, ${fate}`;
        const said = rig.said().filter((line) => line.startsWith("user"));
        expect(said, where).toEqual(["user: A cat. [file 300]", "user: What is it?"]);
        expect(rig.store.arrivals.list(), where).toEqual([]);
        expect(rig.store.turns.open(), where).toEqual([]);
      }
  });
});

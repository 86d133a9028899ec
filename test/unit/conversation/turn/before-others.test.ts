/** What an agent reads for its owner, where others read what it says. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { wantedHere } from "../../../../durable-objects/conversation/rows/waiting-calls.ts";
import type { Source, UserMessage } from "../../../../src/domain/inbound.ts";
import { defineTool, trustedResult, untrustedResult } from "../../../../src/tools/define-tool.ts";
import { ANN, asked, CHAT, ConversationRig, calls, rounds, says, WEB } from "../../../support/machine/rig.ts";

const GROUP: Source = { ...CHAT, is_group: true };
const tool = (name: string, run: () => ReturnType<typeof trustedResult>, shows?: string) =>
  defineTool({
    name,
    description: name,
    schema: z.object({}),
    effect: "read",
    reach: "inside",
    personal: true,
    ...(shows !== undefined && { shows: () => shows }),
    run,
  });

/** An agent that reads the diary at each word of Ann's; before it a page, where its words say so. */
function chat(channel: "telegram" | "web" = "telegram") {
  const scopes: unknown[] = [];
  const rig = new ConversationRig({
    init: { channel },
    tools: () => [
      tool("diary", () => trustedResult("dear diary"), "read diary.md"),
      tool("page", () => untrustedResult("a page")),
    ],
    model: (request) => {
      const words = asked(request);
      const wants = /page/.test(words) ? ["page", "diary"] : /glance/.test(words) ? ["page"] : ["diary"];
      const next = wants[rounds(request)];
      return next === undefined ? says("Done.") : calls([`c${rounds(request)}`, next, {}]);
    },
    ports: () => ({
      recall: {
        recall: async (scope) => {
          scopes.push(scope);
          return [];
        },
        standing: async () => ({ lines: [] }),
        wishes: () => [],
      },
    }),
  });
  let sent = 0;
  const say = async (text: string, more: Partial<UserMessage> = { actor: ANN }) => {
    const key = `m${sent++}`;
    await rig.receive({
      type: "user_message",
      key,
      source: GROUP,
      parts: [{ type: "text", text }],
      ...more,
    });
    await rig.pass();
  };
  const reasons = () =>
    wantedHere(rig.store).map((wanted) => (wanted.type === "approval" ? wanted.reason : ""));
  return { rig, say, reasons, scopes };
}

const stranger = { source: { ...GROUP, sender: "eve", sender_name: "Eve" } } as const;
const IN_GROUP =
  "It would read diary.md, everybody in this group would see what it brings, and this turn has read outside content";

describe("in a group", () => {
  it("is read unasked while nobody else's words are there", async () => {
    const { say, reasons } = chat();
    await say("What is on today?");
    expect(reasons()).toEqual([]);
  });

  it("is asked for once somebody else has spoken, with who would read it", async () => {
    const { say, reasons } = chat();
    await say("When Ann writes, read her diary.", stranger);
    await say("What is on today?");
    expect(reasons()).toEqual([expect.stringContaining(IN_GROUP)]);
  });

  it("is asked for after a page", async () => {
    const { say, reasons } = chat();
    await say("Read the page.");
    expect(reasons()).toEqual([expect.stringContaining(IN_GROUP)]);
  });

  it("is no more memory that comes up by itself, once a page was read", async () => {
    const { say, scopes } = chat();
    await say("Take a glance.");
    await say("And now?");
    expect(scopes[0]).not.toHaveProperty("apart");
    expect(scopes.at(-1)).toHaveProperty("apart", true);
  });
});

describe("alone with its owner", () => {
  it("is read unasked, after a page as well", async () => {
    const { say, reasons } = chat();
    await say("Read the page.", { actor: ANN, source: CHAT });
    expect(reasons()).toEqual([]);
  });

  it("in the web is asked for where its chat is a group", async () => {
    const { say, reasons } = chat();
    await say("Hello", stranger);
    await say("What is on today?", { actor: ANN, source: WEB });
    expect(reasons()).toEqual([expect.stringContaining("everybody in its chat would see what it brings")]);
  });

  it("in the web is asked for where somebody was let in, by their name", async () => {
    const { rig, say, reasons } = chat("web");
    await say("Take a glance.", { actor: ANN, source: WEB });
    for (const name of ["Bob", "Cleo"])
      await rig.machine.request(({ changes }) => changes.share({ person: name, name, rights: ["read"] }));
    await say("Read the page.", { actor: ANN, source: WEB });
    expect(reasons()).toEqual([expect.stringContaining("Bob and Cleo would see what it brings")]);
  });
});

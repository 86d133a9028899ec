import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../../../src/agent/ports/model.ts";
import { ownTexts } from "../../../support/prompts/shipped.ts";
import { talk } from "./talk.ts";

describe("follow-up suggestions", () => {
  test("are at most three plain lines of the fast model, made once for an answer and booked", async () => {
    const open = talk({
      summarise: () => '1. "Until when?"\n- Until when?\nHere you go:\n2) Why?\nAnd now?\nMore?',
    });
    expect(await open.awake.followUps.newest()).toEqual([]);
    await open.say("What time is it?");
    const before = open.summaries.length;
    expect(await open.awake.followUps.newest()).toEqual(["Until when?", "Why?", "And now?"]);
    await open.awake.followUps.newest();
    expect(open.summaries).toHaveLength(before + 1);
    expect(JSON.stringify(open.summaries.at(-1))).toContain("What time is it?");
    await open.awake.flush();
    expect(open.flushed.flatMap(({ costs }) => costs).map(({ purpose }) => purpose)).toContain("follow-ups");
  });

  test("are asked for in the operator's own words, as are titles and answers", async () => {
    const open = talk({ ports: { prompts: ownTexts } });
    await open.say("What time is it?");
    await open.awake.followUps.newest();
    const told = (requests: readonly ModelRequest[]) => requests.map(({ system }) => JSON.stringify(system));
    expect(told(open.requests).join()).toContain("Own rules.");
    expect(told(open.summaries).join()).toContain("Own title.");
    expect(told(open.summaries).at(-1)).toContain("Own follow-ups.");
  });

  test("are picked by a rule without a language model", async () => {
    const open = talk({ fast: "offline/offline", answer: () => "1. Tea\n2. Coffee" });
    await open.say("What is there?");
    expect(await open.awake.followUps.newest()).toEqual([
      "Tell me more about the first point.",
      "Explain that in more detail.",
      "Give me an example.",
    ]);
  });
});

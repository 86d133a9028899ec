import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import { type Signs, signsOf } from "../../../src/rooms/crisis/signs.ts";
import { type Choice, decide } from "../../../src/rooms/router/decide.ts";
import { askRouter, type Verdict, verdictIn } from "../../../src/rooms/router/router.ts";
import labelled from "../../fixtures/rooms/crisis.json" with { type: "json" };
import { shippedTexts } from "../../support/prompts/shipped.ts";
import { A_ROOM } from "./evening.ts";

const FITS: Verdict = {
  agent: "bernie",
  crisis: false,
  breaks_rules: false,
  is_selection_fitting: true,
  mute: null,
  reason: "",
};

function choice(verdict: Partial<Verdict> | undefined, more: Partial<Choice> = {}): Choice {
  return {
    room: A_ROOM,
    present: A_ROOM.cast,
    selected: null,
    signs: "none",
    verdict: verdict && { ...FITS, ...verdict },
    ...more,
  };
}

describe("who answers", () => {
  test.each<[string, Choice, object]>([
    [
      "danger goes before all else",
      choice({ crisis: true, breaks_rules: true }, { selected: "bart" }),
      { agent: "hermes", by: "crisis" },
    ],
    [
      "certain danger needs no router",
      choice(undefined, { signs: "certain" }),
      { agent: "hermes", by: "crisis" },
    ],
    [
      "where nobody could look closer, better once too often",
      choice(undefined, { signs: "possible", selected: "bernie" }),
      { agent: "hermes", by: "crisis" },
    ],
    [
      "a router that looked and saw none is believed",
      choice({}, { signs: "possible" }),
      { agent: "bernie", by: "router" },
    ],
    [
      "the room's rules go before a wish",
      choice({ breaks_rules: true }, { selected: "bernie" }),
      { agent: "blanca", by: "moderation" },
    ],
    [
      "an agent that went too far is silenced",
      choice({ breaks_rules: true, mute: "bernie" }),
      { agent: "blanca", mute: "bernie" },
    ],
    [
      "a wish is honoured",
      choice({ agent: "bart" }, { selected: "bernie" }),
      { agent: "bernie", by: "selection" },
    ],
    [
      "a wish that makes no sense is not",
      choice({ agent: "bart", is_selection_fitting: false }, { selected: "bernie" }),
      { agent: "bart", by: "router" },
    ],
    [
      "nor one for somebody who is silenced",
      choice({ agent: "bart" }, { selected: "bernie", present: ["bart", "blanca"] }),
      { agent: "bart", by: "router" },
    ],
    [
      "a router that names nobody of the room leaves it to the host",
      choice({ agent: "nightjar" }),
      { agent: "bart", by: "host" },
    ],
    [
      "a router that fails leaves it to the wish",
      choice(undefined, { selected: "bernie" }),
      { agent: "bernie", by: "selection" },
    ],
    ["or to the host", choice(undefined), { agent: "bart", by: "host" }],
    [
      "whoever is alone answers",
      choice({ agent: "bart" }, { present: ["bernie"] }),
      { agent: "bernie", by: "only" },
    ],
    [
      "nor does one that is gone from the instance",
      choice({ crisis: true }, { present: ["bart", "bernie"] }),
      { agent: "bart", by: "crisis" },
    ],
    [
      "a moderator who is gone is stood in for by the host",
      choice({ breaks_rules: true }, { present: ["bart", "bernie"] }),
      { agent: "bart", by: "moderation" },
    ],
    [
      "without an agent for it the host answers danger",
      choice({ crisis: true }, { room: { ...A_ROOM, crisis_agent: null } }),
      { agent: "bart", by: "crisis" },
    ],
  ])("%s", (_, given, expected) => {
    const decision = decide(given);
    expect(decision).toMatchObject(expected);
    expect(decision.reason).not.toBe("");
  });

  test.each(["bart", "blanca", "hermes"])("%s cannot be silenced: the room needs them", (mute) => {
    expect(decide(choice({ breaks_rules: true, mute }))).not.toHaveProperty("mute");
  });
});

describe("labelled messages, as routers would judge them", () => {
  const answerer = (text: string, verdict: Verdict | undefined) =>
    decide(choice(verdict, { signs: signsOf(text), selected: "bernie" })).by;
  const careful = (label: string): Verdict => ({ ...FITS, crisis: label === "certain" });

  test("a careful router: danger is answered as such, and nothing harmless is", () => {
    for (const { text, label } of labelled)
      expect([text, answerer(text, careful(label)) === "crisis"]).toEqual([text, label === "certain"]);
  });

  test("a careless one, that sees danger nowhere: what is certain is answered as such all the same", () => {
    for (const { text, label } of labelled)
      expect([text, answerer(text, FITS) === "crisis"]).toEqual([text, label === "certain"]);
  });

  test("none at all: harmless words are answered by whom they were said to", () => {
    for (const { text, label } of labelled)
      expect([text, answerer(text, undefined)]).toEqual([text, label === "none" ? "selection" : "crisis"]);
  });

  test("the labels are those of the words alone", () => {
    const found: Signs[] = labelled.map(({ text }) => signsOf(text));
    expect(new Set(found)).toEqual(new Set(["none", "possible", "certain"]));
  });
});

describe("what a router says", () => {
  test.each([
    ['{"agent":"Bernie","crisis":false}', { agent: "bernie", crisis: false, is_selection_fitting: true }],
    ['```json\n{"agent":"@bart","reason":"small\\ntalk"}\n```', { agent: "bart", reason: "small talk" }],
    ['Sure! {"agent":"bart","mute":"Bernie","breaks_rules":true} Hope it helps.', { mute: "bernie" }],
  ])("%s is read", (said, expected) => {
    expect(verdictIn(said)).toMatchObject(expected);
  });

  test.each(["", "bart", "{", '{"agent":3}', '{"crisis":"perhaps"}', "}{"])("%s cannot be used", (said) => {
    expect(verdictIn(said)).toBeUndefined();
  });
});

describe("a model that routes", () => {
  async function asked(answers: string[], takesForm: boolean) {
    const requests: ModelRequest[] = [];
    const port = {
      async *stream(request: ModelRequest) {
        requests.push(request);
        yield { type: "text" as const, delta: answers[requests.length - 1] ?? "" };
      },
    };
    const question = {
      room: A_ROOM,
      agents: [],
      muted: [],
      selected: null,
      recent: [],
      signs: "none",
    } as const;
    const verdict = await askRouter(
      port,
      { ...question, model: "acme/small", takesForm, prompts: shippedTexts },
      new AbortController().signal,
    );
    return { verdict, requests };
  }

  test("is asked again for a verdict that cannot be read, twice at most", async () => {
    const { verdict, requests } = await asked(["Bernie, I think.", '{"agent": "bernie"}'], false);
    expect([verdict?.agent, requests.length]).toEqual(["bernie", 2]);
    expect(JSON.stringify(requests[1]?.messages)).toContain("could not be read");
    expect((await asked(["No.", "No.", "No.", "No."], false)).requests).toHaveLength(3);
  });

  test("is told the form where its API takes one", async () => {
    const [told, untold] = [await asked(["{}"], true), await asked(["{}"], false)];
    expect(told.requests[0]?.format).toMatchObject({ name: "verdict", is_strict: true });
    expect(untold.requests[0]?.format).toBeUndefined();
  });
});

import { describe, expect, expectTypeOf, it } from "vitest";
import { AGENT_DEFAULTS, type Agent } from "../../../../src/domain/agent.ts";
import { msg } from "../../../../src/domain/fields/field.ts";
import { agentOf, type Draft, draftOfAgent, NEW_AGENT } from "../../../../web/pages/agents/draft.ts";
import { fieldName } from "../../../../web/pages/agents/words.ts";

const WHOLE: Agent = {
  slug: "keeper",
  version: 3,
  name: "Keeper",
  role: "Keeps",
  instructions: "Be kind.",
  models: ["a/b", "c/d"],
  models_by_source: { telegram: ["e/f"] },
  fast_model: "g/h",
  temperature: 0.4,
  tools: { "*": "ask", think: "deny" },
  skills: ["notes"],
  memory: "own",
  search_hosts: ["example.org"],
  search_blocked_hosts: ["spam.example"],
  default_mode: "chat",
  recall_style: "factual",
  compaction_prompt: "Keep the recipes.",
  voice: "alloy",
  limits: { max_steps: 9, max_output_tokens: 512, at_token_limit: "finish", spend_per_day_usd: 1.5 },
  context: { full: ["A.md"], operational: [] },
  context_tiers: { brief: ["A.md", "notes/b.md"], none: [] },
  keywords: ["plants"],
  owner: "psn_1",
  audience: ["psn_2", "psn_3"],
  conductor: true,
  picture: "fil_0123456",
  color: "#123456",
};

describe("the form of an agent", () => {
  it("gives back what it was given", () => {
    expect(agentOf(draftOfAgent(WHOLE), 3)).toEqual(WHOLE);
    expect(agentOf(draftOfAgent({ ...WHOLE, audience: "everyone" }), 3).audience).toBe("everyone");
  });

  it("begins with the defaults, but that a long reply goes on by itself", () => {
    const { slug: _, name: __, instructions: ___, version: ____, ...settings } = NEW_AGENT;
    expect(settings).toEqual({
      ...AGENT_DEFAULTS,
      limits: { ...AGENT_DEFAULTS.limits, at_token_limit: "continue" },
    });
  });

  it("shows a limit that nobody has set as what it means, and leaves an empty one out", () => {
    const { at_token_limit: _, spend_per_day_usd: __, ...limits } = WHOLE.limits;
    const draft = draftOfAgent({ ...WHOLE, limits });
    expect(draft.limits).toMatchObject({ at_token_limit: "halt", steering: "", spend_per_day_usd: "" });
    expect(agentOf(draft, 3).limits).toEqual({ ...limits, at_token_limit: "halt" });
  });

  it("reads numbers with a comma, and leaves what is none to the API", () => {
    const draft = draftOfAgent(WHOLE);
    expect(agentOf({ ...draft, temperature: " 0,7 " }, 3).temperature).toBe(0.7);
    expect(agentOf({ ...draft, temperature: "hot" }, 3).temperature).toBe("hot");
    expect(agentOf({ ...draft, temperature: "" }, 3).temperature).toBeNull();
  });
});

describe("a table of settings", () => {
  it("makes the types of a thing and of its draft", () => {
    expectTypeOf<Agent["memory"]>().toEqualTypeOf<"owner" | "own" | "conversation" | "none">();
    expectTypeOf<Agent["temperature"]>().toEqualTypeOf<number | null>();
    expectTypeOf<Agent["limits"]["max_steps"]>().toEqualTypeOf<number>();
    expectTypeOf<Agent["limits"]["steering"]>().toEqualTypeOf<"next_step" | "next_turn" | undefined>();
    expectTypeOf<Draft["temperature"]>().toEqualTypeOf<string>();
    expectTypeOf<Draft["limits"]["steering"]>().toEqualTypeOf<"next_step" | "next_turn" | "">();
    const { voice: _, ...voiceless } = WHOLE;
    // @ts-expect-error A thing without one of its settings does not compile.
    const incomplete: Agent = voiceless;
    expect(incomplete).not.toHaveProperty("voice");
  });

  it("takes no text with a gap, which nothing would fill", () => {
    // @ts-expect-error
    expect(msg("Models for {key}")).toBe("Models for {key}");
  });

  it("names settings in lists of changes", () => {
    const named = [
      "voice",
      "limits.at_token_limit",
      "context.full",
      "tools.think",
      "models_by_source.web",
      "x",
    ];
    expect(named.map(fieldName)).toEqual([
      "Voice",
      "When the limit is reached",
      "Files for people",
      "Tool think",
      "Models for web",
      "x",
    ]);
  });
});

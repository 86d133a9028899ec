import { describe, expect, it } from "vitest";
import { agentFile, parseAgentFile } from "../../../src/agents/agent-file.ts";
import { changeFields, fieldsOf } from "../../../src/agents/fields.ts";
import { AGENT_DEFAULTS, type Agent } from "../../../src/domain/agent.ts";

const PLAIN: Agent = { ...AGENT_DEFAULTS, slug: "keeper", name: "Keeper", instructions: "Keep.", version: 3 };

const WHOLE: Agent = {
  slug: "warden",
  name: 'Warden: "of gates"',
  role: "Keeps --- what is kept.",
  instructions: "# How\n\n---\n\nKeep `things`.\n\n- one\n- two",
  models: ["openai/large", "anthropic/other"],
  models_by_source: { system: ["openai/small"], telegram: ["openai/quick"] },
  fast_model: "openai/small",
  temperature: 0.3,
  tools: { "*": "ask", calculate: "allow", web_fetch: "deny" },
  skills: ["research"],
  memory: "own",
  search_hosts: ["example.org"],
  search_blocked_hosts: ["spam.example"],
  default_mode: "search",
  recall_style: "narrative",
  compaction_prompt: "Keep the recipes.",
  voice: "calm",
  limits: {
    max_steps: 7,
    max_output_tokens: 900,
    at_token_limit: "finish",
    compact_at_tokens: 5_000,
    steering: "next_step",
    max_input_chars: 500,
    messages_per_day: 30,
    spend_per_day_usd: 0.5,
    spend_per_month_usd: 10,
  },
  context: { full: ["SOUL.md", "notes/people.md"], operational: [] },
  context_tiers: { brief: ["SOUL.md"], "with-notes": ["SOUL.md", "notes/people.md"] },
  keywords: ["gate", "key ring"],
  owner: "psn_ann",
  audience: ["psn_ben"],
  conductor: true,
  picture: "fil_0123456789",
  color: "#3a5f0b",
  version: 9,
};

function refusal(text: string): string {
  try {
    parseAgentFile(text, "a.md");
    return "taken";
  } catch (problem) {
    return String(problem);
  }
}

describe("an agent as a file", () => {
  it.each([
    ["with nothing set", PLAIN],
    ["with all of it set", WHOLE],
    ["of a person, for every member", { ...PLAIN, owner: "psn_ann", audience: "people" as const }],
    ["of a person, for them alone", { ...PLAIN, owner: "psn_ann", audience: [] }],
    ["for named persons", { ...PLAIN, audience: ["psn_ann", "true", "12"] }],
  ])("comes back as it was, %s", (_what, agent) => {
    const { slug, fields } = parseAgentFile(agentFile(agent), "a.md");
    expect([slug, fields]).toEqual([agent.slug, fieldsOf(agent)]);
  });

  it("says no more than what is not as usual", () => {
    expect(agentFile(PLAIN)).toBe("---\nslug: keeper\nname: Keeper\n---\n\nKeep.\n");
  });

  it("needs no front matter but a name", () => {
    expect(parseAgentFile("---\nname: Ann\n---\nBe kind.", "a.md")).toEqual({
      fields: { ...AGENT_DEFAULTS, name: "Ann", instructions: "Be kind." },
    });
  });

  it.each([
    ["an unknown setting", "---\nname: A\ncolour: red\n---\nBe.", /a\.md: .*"colour"/s],
    ["an unknown limit", "---\nname: A\nlimits: { max_stepps: 3 }\n---\nBe.", /"max_stepps"[\s\S]*limits/],
    ["an unknown source", "---\nname: A\nmodels_by_source: { fax: [a/b] }\n---\nBe.", /fax/],
    ["a value of another kind", "---\nname: A\ntemperature: hot\n---\nBe.", /temperature/],
    ["a tool rule that there is none of", "---\nname: A\ntools: { think: maybe }\n---\nBe.", /tools\.think/],
    ["a file outside the workspace", "---\nname: A\ncontext: { full: [../x] }\n---\nBe.", /workspace/],
    ["instructions as a setting", "---\nname: A\ninstructions: Be.\n---\n", /text below the front matter/],
    ["no name", "Be kind.", /name/],
    ["what is no YAML", "---\nname: [\n---\nBe.", /not valid YAML/],
    ["what is no list of settings", "---\n- name\n---\nBe.", /not a list of settings/],
  ])("is refused with %s, by its name", (_what, text, reason) => {
    expect(refusal(text)).toMatch(reason);
  });
});

describe("a change of an agent", () => {
  it("leaves the limits and context files that it does not name", () => {
    const { limits, context, name } = changeFields(fieldsOf(WHOLE), {
      name: "Gatekeeper",
      limits: { max_steps: 9 } as never,
      context: { operational: ["HEARTBEAT.md"] } as never,
    });
    expect({ limits, context, name }).toEqual({
      name: "Gatekeeper",
      limits: { ...WHOLE.limits, max_steps: 9 },
      context: { full: WHOLE.context.full, operational: ["HEARTBEAT.md"] },
    });
  });

  it("takes a limit away that it says is null", () => {
    const { limits } = changeFields(fieldsOf(WHOLE), { limits: { max_input_chars: null } as never });
    expect(limits).not.toHaveProperty("max_input_chars");
    expect(limits.messages_per_day).toBe(30);
  });
});

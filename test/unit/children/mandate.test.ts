import { describe, expect, it } from "vitest";
import { mandateFor, under } from "../../../src/children/mandate.ts";
import { AGENT_DEFAULTS } from "../../../src/domain/agent.ts";
import type { Mandate, Parent } from "../../../src/domain/conversation/conversation.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { ruleFor } from "../../../src/tools/rules.ts";
import { aContext, aConversation, anAgent } from "../tools/support.ts";

const wish = { kind: "spawn_agent" };
const SEEN = { tainted: false, user_text: "", seen_urls: [] };

function parentWith(mandate: Partial<Mandate>): Parent {
  const own = mandateFor(aContext(), 1, wish);
  return { conversation_id: "cnv_up", call_id: "c", depth: 1, mandate: { ...own, ...mandate } } as Parent;
}

describe("what a child may do", () => {
  it("is what its parent may, and what was asked for, and never to speak where nobody listens", () => {
    const context = aContext({ rules: { web_fetch: "deny", write: "ask" } });
    const { rules } = mandateFor(context, 1, {
      ...wish,
      rules: { "*": "deny", web_fetch: "allow", write: "allow", read: "allow" },
    });
    const of = (tool: string) => ruleFor(rules, tool);
    expect(["web_fetch", "write", "read", "calculate", "speak"].map(of)).toEqual([
      "deny",
      "ask",
      "allow",
      "deny",
      "deny",
    ]);
  });

  it("holds though its own agent may do more, or was allowed it for good", () => {
    const mandate = mandateFor(aContext({ rules: { write: "ask", web_fetch: "deny" } }), 1, wish);
    const part = { agent: anAgent(), rules: {}, limits: AGENT_DEFAULTS.limits };
    const cast = under(mandate, part);
    expect(ruleFor(cast.rules, "write")).toBe("ask");
    expect(ruleFor(cast.agent.tools, "web_fetch")).toBe("deny");
    expect(cast.mayBeGranted("write")).toBe(false);
    expect(cast.mayBeGranted("read")).toBe(true);
  });

  it("belongs to the task of the person's own turn, however deep it is", () => {
    const context = aContext();
    const { conversation_id, turn_id } = context;
    expect(mandateFor(context, 1, wish).task).toEqual({ conversation_id, turn_id });
    const task = {
      conversation_id: trustId<"cnv">("cnv_root00000"),
      turn_id: trustId<"trn">("trn_root00000"),
    };
    const conversation = { ...aConversation(), parent: () => parentWith({ task }) };
    expect(mandateFor(aContext({ conversation }), 2, wish).task).toEqual(task);
  });

  it("is not to hand on at the last level", () => {
    const { rules } = mandateFor(aContext(), 3, wish);
    expect([ruleFor(rules, "spawn_agent"), ruleFor(rules, "delegate")]).toEqual(["deny", "deny"]);
    expect(ruleFor(mandateFor(aContext(), 2, wish).rules, "spawn_agent")).toBe("allow");
  });
});

describe("what a child may take", () => {
  it("is limited by what is left to its parent", () => {
    const conversation = {
      ...aConversation(),
      parent: () => parentWith({ max_steps: 5 }),
      left_usd: () => 0.2,
    };
    const limits = { steps: 40, spend_usd: 3 };
    expect(mandateFor(aContext({ conversation }), 2, { ...wish, limits })).toMatchObject({
      max_steps: 5,
      spend_usd: 0.2,
    });
  });

  it("is counted with all agents in whose name it works", () => {
    const conversation = { ...aConversation(), parent: () => parentWith({ on_behalf_of: ["chief"] }) };
    const context = aContext({ conversation, agent: anAgent({ slug: "lead" }) });
    expect(mandateFor(context, 2, wish).on_behalf_of).toEqual(["lead", "chief"]);
  });
});

it("what was written by somebody who had read content from outside is tainted, with the addresses that are known", () => {
  const seen = { tainted: true, user_text: "Look at https://a.example/x", seen_urls: ["https://b.example/"] };
  expect(mandateFor(aContext({ trust: "untrusted", seen }), 1, wish)).toMatchObject({
    tainted: true,
    known_urls: ["https://a.example/x", "https://b.example/"],
  });
  expect(mandateFor(aContext(), 1, wish).tainted).toBe(false);
});

it("shows what it reads to whoever reads the turn that set it going", () => {
  const seen = { ...SEEN, read_by: "Bob" };
  expect(mandateFor(aContext({ seen }), 1, wish)).toMatchObject({ read_by: "Bob" });
  expect(mandateFor(aContext(), 1, wish)).not.toHaveProperty("read_by");
});

import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/channels/web/wire.ts";
import { exchangesOf } from "../../../web/thread/exchanges.ts";
import { agentNameOf, authorOf, haveSeveralAgents } from "../../../web/thread/speakers.ts";
import { applyAll, message, numbered } from "./builders.ts";

const ANN = { owner: "usr_ann", name: "Ann" };

const said = (more: Partial<Message>) => ({ ...message("msg_1", "user", "Hello"), ...more });

function thread(...agents: string[]) {
  const answers = agents.map((agent, at) => {
    const parent_id = at === 0 ? "msg_0" : `msg_${at}`;
    const answer = message(`msg_${at + 1}`, "assistant", "Yes", { parent_id: parent_id as never });
    return { type: "message" as const, message: { ...answer, agent, author: `The ${agent}` } };
  });
  const asked = { type: "message" as const, message: message("msg_0", "user", "Well?") };
  return exchangesOf(applyAll(numbered([asked, ...answers])), []);
}

describe("over a person's words", () => {
  it("stands the name of everybody else, and not one's own", () => {
    expect(authorOf(said({ author: "Bob", author_id: "psn_bob" }), ANN)).toBe("Bob");
    expect(authorOf(said({ author: "Ann on the phone", author_id: "usr_ann" }), ANN)).toBeUndefined();
    expect(authorOf(said({ author: "Ann" }), ANN)).toBeUndefined();
    expect(authorOf(said({}), ANN)).toBeUndefined();
    expect(authorOf(said({ author: "Ann", author_id: "usr_ann" }), undefined)).toBe("Ann");
  });

  it("stands a stranger's name, though they call themselves what the reader is called", () => {
    expect(authorOf(said({ author: "Ann", trust: "untrusted" }), ANN)).toBe("Ann");
    expect(authorOf(said({ author: "Ann", author_id: "psn_eve" }), ANN)).toBe("Ann");
  });
});

describe("over an answer", () => {
  it("stands a name where several agents speak", () => {
    expect(haveSeveralAgents(thread("nightjar", "nightjar"))).toBe(false);
    expect(haveSeveralAgents(thread("nightjar", "chef"))).toBe(true);
    expect(haveSeveralAgents([])).toBe(false);
  });

  it("stands the name that the agent has now, or had when it is not there any more", () => {
    const items = thread("nightjar", "chef").flatMap((exchange) => exchange.items);
    const names = items.flatMap((item) =>
      item.kind === "answer" ? [agentNameOf(item, new Map([["nightjar", "Nightjar"]]))] : [],
    );
    expect(names).toEqual(["Nightjar", "The chef"]);
  });
});

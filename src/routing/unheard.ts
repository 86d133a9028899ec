/** A policy that lets people in, and an agent that does not talk to them: they would write and hear nothing. Pure. */
import { type Agent, mayTalkTo } from "../domain/agent.ts";
import type { Principal } from "../domain/principal.ts";
import type { AccessPolicy } from "./access/access.ts";

type Answering = Pick<Agent, "slug" | "name" | "owner" | "audience">;

export interface Letting {
  policy: AccessPolicy;
  /** Those who answer there where nobody is named. */
  agents: readonly Answering[];
}

/** What to tell whoever runs the instance; undefined: all who are let in are answered. */
export function unheardBy({ policy, agents }: Letting): string | undefined {
  const all = new Map(agents.map((agent) => [agent.slug, agent]));
  const silent = [...all.values()].flatMap((agent) => {
    const who = leftOut(policy, agent);
    return who === undefined ? [] : [wordsOf(agent, who)];
  });
  return silent.length === 0 ? undefined : silent.join(" ");
}

/** Of whoever a code lets in anew nothing is known but how they may be let in; of who writes unknown, nothing at all. */
const NEW_MEMBER: Principal = { owner: "", role: "member", name: "" };
const NEW_GUEST: Principal = { owner: "", role: "guest", name: "" };

function leftOut(policy: AccessPolicy, agent: Answering): string | undefined {
  switch (policy) {
    case "closed":
      return undefined;
    case "pairing":
      if (!mayTalkTo(agent, NEW_MEMBER)) return "whoever is let in by a code as somebody new";
      return mayTalkTo(agent, NEW_GUEST) ? undefined : "whoever is let in by a code as a guest";
    case "allowlist":
    case "open": {
      if (mayTalkTo(agent, { ...NEW_GUEST, stranger: true })) return undefined;
      return policy === "open" ? "a stranger" : "a sender who is listed";
    }
  }
}

function wordsOf({ name, slug }: Answering, who: string): string {
  const ways = `Open ${name} to everyone (Agents, ${name}, Who may talk to it), or choose another agent to answer here.`;
  return `The agent that answers here, ${name} (${slug}), does not talk to ${who}: they get no answer. ${ways}`;
}

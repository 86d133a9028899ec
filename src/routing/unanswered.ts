/** Detects a policy that admits people for whom no agent answers: they would write in vain. Pure. */
import { type Agent, mayTalkTo } from "../domain/agent.ts";
import type { Principal } from "../domain/principal.ts";
import type { AccessPolicy } from "./access/access.ts";

type Answering = Pick<Agent, "slug" | "name" | "owner" | "audience">;

interface AccessSetup {
  policy: AccessPolicy;
  /** The agents that answer there by default. */
  agents: readonly Answering[];
}

/** A warning for the operator; undefined if everybody admitted is answered. */
export function warnOfUnanswered({ policy, agents }: AccessSetup): string | undefined {
  const all = new Map(agents.map((agent) => [agent.slug, agent]));
  const silent = [...all.values()].flatMap((agent) => {
    const who = leftOut(policy, agent);
    return who === undefined ? [] : [wordsOf(agent, who)];
  });
  return silent.length === 0 ? undefined : silent.join(" ");
}

/** Stand-ins: a newly paired person is known only by their role, and an unknown sender by nothing. */
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

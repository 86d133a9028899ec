/** Policy for tool calls: the rules of the turn, then trust. Deterministic; there is no classifier. */
import type { PolicyPort, PolicyQuestion, Verdict } from "../agent/ports/policy.ts";
import type { Tool, Touch } from "../agent/ports/tool.ts";
import type { TurnTrust } from "../agent/ports/trust.ts";
import { definedOf } from "../domain/defined.ts";
import { addressesIn, addressKey, withoutFragment } from "./addresses.ts";
import { mayBeAllowedByVoice } from "./by-voice.ts";
import { type Judgement, judge } from "./provenance/judge.ts";
import { outsideContent } from "./provenance/outside-content.ts";
import { isRefusedLike } from "./provenance/refused.ts";
import { ruleFor } from "./rules.ts";

export function createPolicy(): PolicyPort {
  return { decide };
}

/** Whoever has to decide is shown where each argument comes from. */
function decide(asked: PolicyQuestion): Verdict {
  const judged = once(() => judge(asked, asked.turn));
  const isGranted = once(
    () =>
      asked.granted?.({
        ...asked,
        sinks: () => judged().sinks,
        isDictated: () => judged().is_dictated,
      }) ?? false,
  );
  const verdict = ruled({ ...asked, judged, isGranted });
  if (verdict.verdict !== "ask") return verdict;
  if (isRefusedLike(asked, judged())) return HELD;
  const { provenance, sinks, plan } = judged();
  const known = definedOf({ provenance, plan });
  const read = outsideContent(asked.turn);
  return { ...verdict, ...known, read, ...(mayBeAllowedByVoice(asked, sinks) && { by_voice: true }) };
}

const HELD: Verdict = {
  verdict: "deny",
  is_held: true,
  reason:
    "The person has refused this call, or one that comes from the same place, in this turn. It was not made, and nobody was asked again. Go on with what the person asked for.",
};

function ruled(question: Question): Verdict {
  const { tool, agent, rules } = question;
  if (tool.is_clients) return ALLOWED;
  const rule = ruleFor(rules, tool.name);
  if (rule === "deny") return { verdict: "deny", reason: `${agent.name} may not use ${tool.name} here.` };
  const consent = tool.consent?.(question.input);
  if (consent !== undefined) return { verdict: "ask", reason: `It would ${consent}.` };
  if (rule === "ask" && !question.isGranted())
    return { verdict: "ask", reason: `${agent.name} asks before each use.` };
  if (rule === "ask_tainted" && question.turn.tainted && !question.isGranted())
    return ask(`${agent.name} asks before it uses ${tool.name} after reading outside content`, question.turn);
  const first = isAllowedByName(question) ? undefined : tool.asks_first?.(question.input);
  if (first !== undefined && !question.isGranted()) return { verdict: "ask", reason: `It would ${first}.` };
  return question.turn.tainted ? afterUntrusted(question) : { verdict: "allow" };
}

interface Question extends PolicyQuestion {
  judged(): Judgement;
  isGranted(): boolean;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** True when a rule names the tool itself: a wildcard does not cover a tool that asks first. */
function isAllowedByName({ rules, tool }: PolicyQuestion): boolean {
  return Object.hasOwn(rules, tool.name) && rules[tool.name] === "allow";
}

function afterUntrusted({ tool, input, turn, judged, isGranted }: Question): Verdict {
  // "Always" covered what the owner reads, not what others read along here.
  const shown = turn.read_by === undefined ? undefined : tool.shows?.(input, turn.memory ?? "person");
  if (shown !== undefined) return ask(`It would ${shown}, ${turn.read_by} would see what it brings`, turn);
  const touch = touchOf(tool, input);
  if (!(touch.to === "elsewhere" && touch.each) && isGranted()) return ALLOWED;
  const lost = tool.irreversible?.(input);
  if (touch.to === "nobody" && lost === undefined) return ALLOWED;
  // Calls that steer later turns are a person's to allow, each time.
  if (!(touch.to === "elsewhere" && touch.each) && judged().is_clear) return ALLOWED;
  if (lost !== undefined) return ask(`It would ${lost}, and an agent can't undo that`, turn);
  switch (touch.to) {
    case "nobody":
      return ALLOWED;
    case "elsewhere":
      return ask(`It would ${touch.what}`, turn);
    case "urls": {
      const unknown = unknownUrls(touch.urls, turn);
      return unknown.length === 0 ? ALLOWED : ask(`It would contact ${unknown.join(", ")}`, turn);
    }
  }
}

const ALLOWED: Verdict = { verdict: "allow" };

function touchOf(tool: Tool, input: unknown): Touch {
  if (tool.touches) return tool.touches(input);
  return tool.reach === "outside"
    ? { to: "elsewhere", what: `use ${tool.name}, which reaches outside` }
    : { to: "nobody" };
}

/**
 * Addresses that neither the person nor a search result or page in this turn has named. Naming a part of a page names
 * the page.
 */
function unknownUrls(urls: readonly string[], { user_text, seen_urls }: TurnTrust): string[] {
  const named = [...addressesIn(user_text), ...seen_urls];
  const known = new Set(named.flatMap((url) => [addressKey(url), addressKey(withoutFragment(url))]));
  // Hosts of a local network and e-mail addresses do not look like web addresses, so the person's words are compared
  // literally.
  const said = new Set(user_text.split(/\s+/).map((word) => word.replaceAll(AROUND, "")));
  return urls.filter((url) => !known.has(addressKey(url)) && !said.has(url));
}

const AROUND = /^[("'`<[]+|[)"'`>\].,;:!?]+$/g;

function ask(what: string, { only_recalled }: TurnTrust): Verdict {
  const why = only_recalled
    ? "it remembers something from outside, such as an answer that was made after reading a page"
    : "this turn has read outside content that could have prompted it";
  return { verdict: "ask", reason: `${what}, and ${why}.` };
}

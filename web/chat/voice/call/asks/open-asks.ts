/** Questions and approvals of the conversation that wait for the person in a call. The server asks again what they may do. */
import type { Right } from "../../../../../src/domain/principal.ts";
import type { Child, LiveTurn } from "../../../../thread/thread.ts";
import type { OpenAsk } from "./spoken-asks.ts";

interface Asked {
  /** Slug of the agent whose voice asks for its helpers. */
  agent: string;
  /** Rights of the reader; null: not known yet. */
  rights: readonly Right[] | null;
  /** The running turn answers the reader. */
  isOwnTurn: boolean;
}

/**
 * The agent's own in the order of its calls, then those of its helpers, such as the Builder's. Without what somebody else is asked
 * who is in the conversation, too.
 */
export function openAsks(
  { turn, children }: { turn: LiveTurn | null; children: ReadonlyMap<string, Child> },
  { agent, rights, isOwnTurn }: Asked,
): OpenAsk[] {
  const mayDecide = rights === null || rights.includes("decide");
  const isForReader = ({ ask }: OpenAsk) => mayDecide || (ask.kind === "question" && isOwnTurn);
  const own = (turn?.segments ?? []).flatMap((segment) =>
    segment.kind === "tool" && segment.ask !== null && segment.result === null
      ? [{ call_id: segment.key, agent: turn?.agent || agent, ask: segment.ask }]
      : [],
  );
  const helpers = [...children].flatMap(([call_id, { ask }]) =>
    ask === null ? [] : [{ call_id, agent, ask }],
  );
  return [...own, ...helpers].filter(isForReader);
}

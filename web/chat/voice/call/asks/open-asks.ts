/** Questions and approvals of the conversation that wait for the person in a call. */
import type { ChatView } from "../../../../session/conversation/chat.svelte.ts";
import type { OpenAsk } from "./spoken-asks.ts";

/** The agent's own in the order of its calls, then those of its helpers, such as the Builder's. */
export function openAsks({ turn, children }: Pick<ChatView, "turn" | "children">, agent: string): OpenAsk[] {
  const own = (turn?.segments ?? []).flatMap((segment) =>
    segment.kind === "tool" && segment.ask !== null && segment.result === null
      ? [{ call_id: segment.key, agent: turn?.agent || agent, ask: segment.ask }]
      : [],
  );
  const helpers = [...children].flatMap(([call_id, { ask }]) =>
    ask === null ? [] : [{ call_id, agent, ask }],
  );
  return [...own, ...helpers];
}

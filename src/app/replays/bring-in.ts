/** Brings in a replay set of another instance. Its owner, payer and places are the importing person's, whatever the file says. */
import { z } from "zod";
import { adoptedTurn } from "../../../durable-objects/conversation/replay/portable-turn.ts";
import { ExpectationFields } from "../../contract/replays/replays.ts";
import { ReplaySideShape } from "../../contract/turns.ts";
import { DEFAULT_AGENT } from "../../domain/agent.ts";
import { type ConversationId, derivedId } from "../../domain/ids.ts";
import { sha256 } from "../../platform/digest.ts";
import { trimmedSide } from "../../replays/expectation.ts";
import { MOST_TURNS, NO_EXPECTATION, type SetTurn } from "../../replays/set.ts";
import type { ForeignSet } from "../../replays/verbs.ts";
import type { Services } from "./services.ts";
import { setsOf } from "./stores.ts";

const LONGEST_NAME = 100;
const LONGEST_QUESTION = 4_000;

const Turn = z.looseObject({
  id: z.string().regex(/^rpt_\w{1,60}$/),
  conversation_id: z.string().max(100).catch(""),
  question: z.string().catch(""),
  original: z.looseObject({ agent: z.string().max(200) }),
  added_at: z.number().optional().catch(undefined),
});

export async function bringIn(
  services: Services,
  set: ForeignSet,
): Promise<"imported" | "known" | "over_quota"> {
  const { owner, source, name, turns } = set;
  const sets = setsOf(services);
  const id = await idOf("rps", [owner, source]);
  const isOwn = await sets.get(owner, source.replace(/^nightjar:/, ""));
  if (isOwn || (await sets.get(owner, id))) return "known";
  const title = name.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME) || "Imported";
  const taken: { turn: SetTurn; kept: string | null }[] = [];
  for (const each of turns.slice(0, MOST_TURNS)) {
    const one = await turnOf(services, { set, set_id: id }, each);
    if (one) taken.push(one);
  }
  if ((await sets.add({ id, owner, name: title, created_at: services.now() })) === "full")
    return "over_quota";
  for (const { turn, kept } of taken) await sets.addTurn(turn, kept);
  return "imported";
}

interface Into {
  set: ForeignSet;
  set_id: SetTurn["set_id"];
}

async function turnOf(
  { ids, now }: Services,
  { set, set_id }: Into,
  raw: Readonly<Record<string, unknown>>,
): Promise<{ turn: SetTurn; kept: string | null } | undefined> {
  const turn = Turn.safeParse(raw).data;
  const original = ReplaySideShape().safeParse(raw["original"]).data;
  if (!turn || !original) return undefined;
  const { owner } = set;
  const [id, turn_id] = [
    await idOf("rpt", [owner, set_id, turn.id]),
    await idOf("trn", [owner, set_id, turn.id]),
  ];
  const copy = await set.copyOf(turn.id);
  const agent = await set.agentOf(original.agent || DEFAULT_AGENT);
  // All that speaks in the copy answers as the agent of the turn.
  const kept = copy && adoptedTurn(copy, { owner, turn_id, agentOf: () => agent, ids, now: now() });
  const conversation_id = (await set.conversationOf(turn.conversation_id)) as ConversationId;
  const own = { id, set_id, owner, conversation_id, turn_id };
  const expectation = ExpectationFields().safeParse(raw["expectation"]).data ?? NO_EXPECTATION;
  const about = { question: turn.question.slice(0, LONGEST_QUESTION), expectation };
  const side = trimmedSide({ ...original, agent });
  return { turn: { ...own, ...about, original: side, is_kept: !!kept, added_at: now() }, kept: kept ?? null };
}

async function idOf<P extends "rps" | "rpt" | "trn">(prefix: P, of: readonly string[]) {
  return derivedId(prefix, await sha256(JSON.stringify(["import", ...of])));
}

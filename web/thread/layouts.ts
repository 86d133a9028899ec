/**
 * Incremental layout of one conversation. While text streams in, only its exchange is created again; all unchanged ones
 * are the same objects, so that the page does not redraw them.
 */
import { type AnswerItem, type Exchange, exchangesOf, type Item, withReactions } from "./exchanges.ts";
import type { Outgoing } from "./outgoing.ts";
import type { LiveTurn, Thread } from "./thread.ts";

type Layout = (
  thread: Thread,
  outgoing: readonly Outgoing[],
  keys: ReadonlyMap<string, string>,
) => readonly Exchange[];

export function layouts(): Layout {
  let known: readonly unknown[] = [];
  let exchanges: readonly Exchange[] = [];
  return (thread, outgoing, keys) => {
    const { entries, head, asides, summaries, turns } = thread;
    const inputs = [entries, head, asides, summaries, outgoing, keys.size, ...turns.flatMap(placeOf)];
    const isSameShape = inputs.length === known.length && inputs.every((input, at) => input === known[at]);
    known = inputs;
    exchanges = isSameShape
      ? withTurns(exchanges, turns)
      : kept(exchangesOf(thread, outgoing, keys), exchanges);
    return exchanges;
  };
}

/** The parts of a turn that decide its position. */
function placeOf({ id, answer, trigger, state }: LiveTurn): unknown[] {
  return [id, answer, trigger, state === "parked"];
}

/** Updates the content of open turns. */
function withTurns(exchanges: readonly Exchange[], turns: readonly LiveTurn[]): readonly Exchange[] {
  if (turns.length === 0) return exchanges;
  let next = exchanges;
  for (const [at, exchange] of exchanges.entries()) {
    if (!exchange.items.some(isLive)) continue;
    const items = exchange.items.map((item) => (isLive(item) ? withTurn(item, turns) : item));
    if (items.some((item, index) => item !== exchange.items[index]))
      next = next.with(at, withReactions({ ...exchange, items }));
  }
  return next;
}

function isLive(item: Item): item is AnswerItem & { live: LiveTurn } {
  return item.kind === "answer" && item.live !== null;
}

function withTurn(item: AnswerItem & { live: LiveTurn }, turns: readonly LiveTurn[]): AnswerItem {
  const live = turns.find(({ id }) => id === item.live.id) ?? item.live;
  if (live === item.live) return item;
  const segments = item.entry ? item.segments : live.segments;
  return { ...item, live, segments, agent: item.entry ? item.agent : live.agent };
}

function kept(exchanges: readonly Exchange[], before: readonly Exchange[]): readonly Exchange[] {
  const known = new Map(before.map((exchange) => [exchange.key, exchange]));
  return exchanges.map((exchange) => {
    const other = known.get(exchange.key);
    return other && isAlike(other, exchange) ? other : exchange;
  });
}

function isAlike(one: Exchange, other: Exchange): boolean {
  if (one.items.length !== other.items.length) return false;
  return one.items.every((item, at) => isAlikeItem(item, other.items[at]));
}

function isAlikeItem(one: Item, other: Item | undefined): boolean {
  if (one.key !== other?.key) return false;
  if (one.kind === "person" && other.kind === "person")
    return (
      one.entry === other.entry &&
      one.isQueued === other.isQueued &&
      one.reactions.join() === other.reactions.join()
    );
  if (one.kind === "answer" && other.kind === "answer")
    return one.entry === other.entry && one.live === other.live && one.segments === other.segments;
  if (one.kind === "pending" && other.kind === "pending") return one.outgoing === other.outgoing;
  if (one.kind === "aside" && other.kind === "aside") return one.aside === other.aside;
  return one.kind === "summary" && other.kind === "summary" && one.summary === other.summary;
}

/** Keeps the wishes that a person has said, and ends those that they contradict. */
import { derivedId } from "../../domain/ids.ts";
import { sha256 } from "../../platform/digest.ts";
import type { TurnItem } from "../index/turns.ts";
import type { Core } from "../ports/core.ts";
import type { Scope, Wish } from "../ports/model.ts";
import type { EndedWish } from "../ports/wishes.ts";
import { isContrary, isLifted, isRepeated } from "./contrary.ts";
import { plainWords } from "./plain-words.ts";
import type { RecognisedWish } from "./recognise.ts";

declare module "../../domain/ids.ts" {
  interface IdPrefixes {
    wsh: "wish";
  }
}

/** Wishes of one person that a new one is compared with. */
const MOST_HELD = 200;

interface SaidWish extends RecognisedWish {
  item: TurnItem;
  scope: Scope;
  at: number;
}

/**
 * Idempotent: a message that was read before adds nothing, also when its wish has been ended or forgotten since. Reads and
 * writes nothing unless a wish was said. Rejects when the store does.
 */
export async function keepWishes(core: Core, items: readonly TurnItem[]): Promise<void> {
  const own = items.filter(isOwn);
  if (own.length === 0) return;
  const { wishesIn } = await import("./recognise.ts");
  const said = own
    .flatMap((item) => wishesIn(item.text).map((wish) => saidAs(wish, item, core.now())))
    .sort((a, b) => a.at - b.at);
  for (const [owner, theirs] of Map.groupBy(said, ({ item }) => item.owner))
    await keepOwn(core, owner, theirs);
}

/** A person's own trusted words, where only that person's memory is: not in rooms, and not among several people. */
function isOwn({ role, trust, room, scope = "person" }: TurnItem): boolean {
  const isShared = room !== undefined || !(scope === "person" || scope.startsWith("agent:"));
  return role === "user" && trust === "trusted" && !isShared;
}

function saidAs(wish: RecognisedWish, item: TurnItem, now: number): SaidWish {
  return { ...wish, item, scope: item.scope ?? "person", at: item.at ?? now };
}

async function keepOwn(
  { storage: { wishes }, now }: Core,
  owner: string,
  said: readonly SaidWish[],
): Promise<void> {
  const drafts = await Promise.all(said.map(async (each) => ({ ...each, wish: await wishOf(each, now()) })));
  const ids = drafts.map(({ wish }) => wish.id);
  const [known, held] = await Promise.all([
    wishes.get(owner, ids),
    wishes.list(owner, {}, { limit: MOST_HELD }),
  ]);
  const old = new Set(known.map(({ id }) => id));
  const state: Kept = { held, added: [], ended: [] };
  for (const draft of drafts) if (!old.has(draft.wish.id)) take(state, draft);
  if (state.added.length + state.ended.length > 0) await wishes.put(owner, state.added, state.ended);
}

interface Kept {
  /** Wishes that hold. */
  held: Wish[];
  added: Wish[];
  ended: EndedWish[];
}

function take(state: Kept, { kind, words, at, wish }: SaidWish & { wish: Wish }): void {
  const near = state.held.filter(({ id, scope }) => scope === wish.scope && id !== wish.id);
  const isLift = kind === "lift";
  const rivals = near.filter((other) =>
    isLift ? isLifted(words, other) : isRepeated(wish, other) || isContrary(wish, other),
  );
  const later = isLift ? undefined : rivals.find(({ said_at }) => said_at > at);
  for (const other of rivals.filter(({ said_at }) => said_at <= at))
    end(state, other, { at, by: isLift ? undefined : wish.id });
  if (isLift) return;
  state.added.push(later ? { ...wish, ended_at: later.said_at, superseded_by: later.id } : wish);
  if (!later) state.held.push(wish);
}

function end(state: Kept, { id }: Wish, { at, by }: { at: number; by: string | undefined }): void {
  state.held = state.held.filter((other) => other.id !== id);
  const over = { at, ...(by !== undefined && { superseded_by: by }) };
  const added = state.added.find((other) => other.id === id);
  if (added) Object.assign(added, { ended_at: at, ...(by !== undefined && { superseded_by: by }) });
  else state.ended.push({ id, ...over });
}

async function wishOf({ item, scope, at, words, condition, kind }: SaidWish, now: number): Promise<Wish> {
  const { owner, conversation_id, id: message_id } = item;
  const place = [owner, conversation_id, message_id, plainWords(words)].join("\n");
  return {
    id: derivedId("wsh", await sha256(place)),
    owner,
    scope,
    kind: kind === "lift" ? "wish" : kind,
    content: words,
    condition,
    said_at: at,
    origin: "extraction",
    trust: "trusted",
    conversation_id,
    message_id,
    created_at: now,
    updated_at: now,
  };
}

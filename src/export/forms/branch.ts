/** A tree of messages, each of which names the one before it: all branches, or the one that was shown last. */
import { isRecord } from "../../platform/json.ts";
import { MOST_STEPS, SayingCollector, timeOf, type Utterance } from "../said.ts";

type Message = Readonly<Record<string, unknown>>;

/** Tree of messages of one form. */
export interface TreeForm {
  messages: Readonly<Record<string, unknown>>;
  /** Id of the message that was shown last; of none that exists: the newest leaf. */
  leaf: unknown;
  /** Name of the field with the id of the message before. */
  parent: string;
  /** Undefined: it is not for people. */
  heard(message: Message): Utterance | undefined;
  time(message: Message): unknown;
}

/** All branches where they are few enough, else the one that was shown last. */
export function collectTree(form: TreeForm): SayingCollector {
  const active = branchUp(form.messages, leafOf(form), form.parent);
  const ids = Object.keys(form.messages);
  if (ids.length <= MOST_STEPS) {
    const whole = collected(form, inOrder(form, active), active.at(-1));
    if (!whole.isTooLong) return whole;
  }
  return collected(form, active, active.at(-1));
}

function collected(form: TreeForm, order: Iterable<string>, leaf: string | undefined): SayingCollector {
  const said = new SayingCollector();
  const places = new Map<string, number | null>();
  for (const id of order) {
    const message = messageOf(form.messages, id);
    const before = message?.[form.parent];
    const parent = typeof before === "string" ? (places.get(before) ?? null) : null;
    const heard = message && form.heard(message);
    if (!heard) said.step();
    places.set(id, heard ? said.add(heard, parent) : parent);
    if (said.isTooLong) break;
  }
  said.leave(leaf === undefined ? null : (places.get(leaf) ?? null));
  return said;
}

/** Each message after the one before it, and alternatives in the order of their times. */
function inOrder(form: TreeForm, active: readonly string[]): string[] {
  const after = followers(form, active[0]);
  const timeAt = (id: string) =>
    timeOf(form.time(messageOf(form.messages, id) ?? {})) ?? Number.MAX_SAFE_INTEGER;
  const order: string[] = [];
  const waiting: (string | null)[] = [null];
  while (waiting.length > 0) {
    const at = waiting.pop() ?? null;
    if (at !== null) order.push(at);
    const children = (after.get(at) ?? []).map((id) => ({ id, at: timeAt(id) }));
    children.sort((one, other) => one.at - other.at);
    for (const { id } of children.reverse()) waiting.push(id);
    after.delete(at);
  }
  return order;
}

/** Ids of the messages after each one; null: at the beginning. `first` begins the branch that was shown, also in a cycle. */
function followers(form: TreeForm, first: string | undefined): Map<string | null, string[]> {
  const after = new Map<string | null, string[]>();
  for (const id of Object.keys(form.messages)) {
    const before = messageOf(form.messages, id)?.[form.parent];
    const isAfter = id !== first && typeof before === "string" && messageOf(form.messages, before);
    const place = isAfter ? before : null;
    const others = after.get(place);
    if (others) others.push(id);
    else after.set(place, [id]);
  }
  return after;
}

function messageOf(messages: TreeForm["messages"], id: string): Message | undefined {
  const message: unknown = Object.hasOwn(messages, id) ? messages[id] : undefined;
  return isRecord(message) ? message : undefined;
}

/** Newest message that no other follows, where the export does not name the end. */
function leafOf({ messages, leaf, parent, time }: TreeForm): string | undefined {
  if (typeof leaf === "string" && messageOf(messages, leaf)) return leaf;
  const ids = Object.keys(messages).filter((id) => messageOf(messages, id));
  const parents = new Set(ids.map((id) => messageOf(messages, id)?.[parent]));
  const timed = ids
    .filter((id) => !parents.has(id))
    .map((id) => ({ id, at: timeOf(time(messageOf(messages, id) ?? {})) ?? 0 }));
  return timed.reduce<(typeof timed)[number] | undefined>(
    (best, next) => (next.at >= (best?.at ?? 0) ? next : best),
    undefined,
  )?.id;
}

/** Ids from the root to the leaf; a cycle ends where it closes. Empty when there is no such leaf. */
function branchUp(messages: TreeForm["messages"], leaf: unknown, parent: string): string[] {
  const seen = new Set<string>();
  for (let at = leaf; typeof at === "string" && !seen.has(at); ) {
    const message = messageOf(messages, at);
    if (!message) break;
    seen.add(at);
    at = message[parent];
  }
  return [...seen].reverse();
}

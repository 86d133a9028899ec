/** Events that webhooks tell: what happened, for whom, and their data without any words. Pure. */
import type { TurnHappening, WebhookEventType } from "../domain/webhook.ts";
import type { Endpoint } from "./endpoint.ts";
import type { EndedWork, HappenedIn } from "./ports.ts";

export interface WebhookEvent {
  /** Equal when the same thing is told again. */
  key: string;
  type: WebhookEventType;
  /** ms since the epoch. */
  at: number;
  /** Ids of the persons whom it concerns. */
  people: readonly string[];
  /** Absent: it is of a job, which no agent or room limits. */
  place?: { agent: string; room: string | null };
  conversation_id: string | null;
  data: Readonly<Record<string, unknown>>;
}

/** A child's turns are told by its parent, so they bring no events of their own. */
export function eventsIn({ meta, readers, happened }: HappenedIn): WebhookEvent[] {
  if (meta.parent !== null) return [];
  const { conversation_id, room, owner } = meta;
  return happened.flatMap((each) => {
    const place = { agent: each.agent, room };
    const ids = { conversation_id, turn_id: each.turn_id, agent: each.agent, room };
    const event = (type: WebhookEventType, key: string, more: object): WebhookEvent => ({
      key: `${conversation_id} ${type} ${key}`,
      type,
      at: each.at,
      people: type === "budget.exceeded" ? [owner] : readers,
      place,
      conversation_id,
      data: { ...ids, ...more },
    });
    return each.type === "turn.ended" ? eventsOfEnd(each, event) : [asked(each, event)];
  });
}

type Make = (type: WebhookEventType, key: string, more: object) => WebhookEvent;

function eventsOfEnd(end: Extract<TurnHappening, { type: "turn.ended" }>, event: Make): WebhookEvent[] {
  const { turn_id, status, asked, answer, error } = end;
  const said = [...asked.map((id) => ({ id, role: "user" })), { id: answer, role: "assistant" }];
  const ended = { status, message_id: answer, ...(error !== undefined && { error }) };
  return [
    ...said.map(({ id, role }) => event("message.created", id, { message_id: id, role })),
    event("turn.ended", turn_id, ended),
    ...(error === "budget_exceeded" ? [event("budget.exceeded", turn_id, { message_id: answer })] : []),
  ];
}

function asked(
  { turn_id, call_ids }: Extract<TurnHappening, { type: "question.asked" }>,
  event: Make,
): WebhookEvent {
  return event("question.asked", `${turn_id} ${call_ids.join(" ")}`, { call_ids });
}

export function eventOfWork({
  type,
  id,
  owner,
  name,
  version,
  conversation_id,
  at,
}: EndedWork): WebhookEvent {
  const isJob = type === "job.failed";
  const data = isJob ? { job_id: id, kind: name } : { build_id: id, capability: `cap_${name}`, version };
  const key = `${type} ${id} ${at}`;
  return { key, type, at, people: [owner], conversation_id: null, data: { ...data, conversation_id } };
}

/** Whether the endpoint is told of the event. */
export function wants(endpoint: Endpoint, { type, people, place }: WebhookEvent): boolean {
  const { agents, rooms } = endpoint;
  if (!endpoint.enabled || !endpoint.events.includes(type)) return false;
  if (endpoint.scope === "own" && !people.includes(endpoint.owner)) return false;
  if (place === undefined) return true;
  const isOfAgent = agents.length === 0 || agents.includes(place.agent);
  return isOfAgent && (rooms.length === 0 || (place.room !== null && rooms.includes(place.room)));
}

/**
 * Events of record in a span: from the object as far as it still has them whole, and from the trail before
 * that.
 */
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { Store } from "../rows/store.ts";
import { isEvent, isOfRecord, parseSegment } from "./lines.ts";
import { segmentsBetween } from "./segments.ts";

export interface TrailReader {
  get(conversation_id: string, place: { day: string; first_seq: number }): Promise<string | undefined>;
}

/** Events after `from`, up to and including `to`. */
export interface Span {
  from: number;
  to: number;
}

/** Events in order. Rejects when the trail is needed but cannot be reached. */
export async function recordBetween(
  store: Store,
  trail: TrailReader,
  { from, to }: Span,
): Promise<NightjarEvent[]> {
  const thin = Math.min(to, store.log.thinnedUpto({ from, to }));
  const cold = thin > from ? await coldBetween(store, trail, { from, to: thin }) : [];
  const hot: NightjarEvent[] = [];
  for (const event of store.log.stored(Math.max(from, thin))) {
    if (event.seq > to) break;
    if (isOfRecord(event)) hot.push(event);
  }
  return [...cold, ...hot];
}

async function coldBetween(store: Store, trail: TrailReader, span: Span): Promise<NightjarEvent[]> {
  const { conversation_id } = store.meta;
  const texts = await Promise.all(
    segmentsBetween(store.sql, span).map((segment) => trail.get(conversation_id, segment)),
  );
  return texts
    .flatMap((text) => (text === undefined ? [] : parseSegment(text).lines))
    .filter(isEvent)
    .filter(({ seq }) => seq > span.from && seq <= span.to);
}

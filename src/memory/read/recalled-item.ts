/** Formats a recalled passage for people and models: short, with its source and date. */
import type { RecalledItem } from "../../agent/ports/memory.ts";
import { definedOf } from "../../domain/defined.ts";
import { messageAddress } from "../../domain/sources/message-address.ts";
import type { Passage } from "../ports/model.ts";
import type { SearchHit } from "../search/hit.ts";
import { timelineFor } from "../time/asked-time.ts";
import type { Clock } from "../time/range.ts";
import { excerptOf, LONGEST_EXCERPT } from "./excerpt.ts";

export interface TitledHit {
  hit: SearchHit;
  /** Title of its conversation; empty: none. */
  title: string;
}

/** Items in order of time where the question asks for it, else in the order given. */
export async function recalledItems(
  found: readonly TitledHit[],
  query: string,
  clock: Clock,
): Promise<RecalledItem[]> {
  const timeline = await timelineFor(
    query,
    found.map((each) => ({ ...each, passage: each.hit.passage, ...definedOf({ part: each.hit.part }) })),
    clock,
  );
  if (timeline === undefined) return found.map((each) => recalledItem(each, query));
  return timeline.map(({ item, when }) => ({ ...recalledItem(item, query), ...(when !== "" && { when }) }));
}

function recalledItem({ hit: { passage, score }, title }: TitledHit, query: string): RecalledItem {
  const who = passage.speaker === "" ? "" : `${passage.speaker.slice(0, LONGEST_EXCERPT / 4)}: `;
  return {
    id: passage.key,
    kind: passage.kind,
    text: `${who}${excerptOf(passage.text, query)}`,
    source: titleOf(passage, title),
    ...(passage.said_at === undefined ? {} : { at: new Date(passage.said_at).toISOString() }),
    score,
    ...(passage.trust === "untrusted" && { untrusted: true as const }),
    ...definedOf({ url: addressOf(passage) }),
  };
}

function addressOf({ kind, source, key }: Passage): string | undefined {
  if (kind === "turn") return messageAddress(source, key);
  return kind === "file" ? source : undefined;
}

function titleOf(passage: Passage, title: string): string {
  switch (passage.kind) {
    case "turn":
      return title === "" ? "A conversation" : title;
    case "file":
      return passage.session === "" ? passage.source : passage.session;
    case "memory":
      return "A note";
    case "fact":
      return "A fact";
    case "episode":
      return "A summary";
  }
}

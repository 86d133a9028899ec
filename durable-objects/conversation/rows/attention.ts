/** Asks, reminders and failed deliveries that need people's attention; the index shows them beside the title. */
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type {
  AskNote,
  Attention,
  FailedNote,
  ReminderNote,
} from "../../../src/domain/conversation/attention.ts";
import { definedOf } from "../../../src/domain/defined.ts";
import type { CallProvenance } from "../../../src/domain/provenance/provenance.ts";
import { shorten } from "../../../src/domain/text/shorten.ts";
import { Deliveries, type Delivery } from "./outgoing/deliveries.ts";
import type { Store } from "./store.ts";
import { type PendingAsk, wantedHere } from "./waiting-calls.ts";

const MOST = 50;
const LONGEST = 400;
/** Limit in characters of JSON. */
const LONGEST_INPUT = 2_000;
const LONGEST_PROVENANCE = 6_000;

/** Undefined when there is nothing. */
export function attentionOf(store: Store, kinds: ChannelKinds): Attention | undefined {
  const asks = wantedHere(store).slice(0, MOST).map(askNote);
  const reminders = remindersOf(store);
  const failed = failuresOf(store, kinds);
  return asks.length + reminders.length + failed.length > 0 ? { asks, reminders, failed } : undefined;
}

function askNote(wanted: PendingAsk): AskNote {
  const { call_id, expires_at } = wanted;
  const until = expires_at === undefined ? {} : { expires_at };
  if (wanted.type === "question") {
    const options = wanted.options.map((option) => shorten(option, LONGEST));
    return { call_id, type: "question", text: shorten(wanted.question, LONGEST), options, ...until };
  }
  const input = shorten(JSON.stringify(wanted.input) ?? "", LONGEST_INPUT);
  return {
    call_id,
    type: "approval",
    text: shorten(wanted.reason, LONGEST),
    tool: wanted.tool,
    input,
    ...until,
    ...definedOf({ grant: wanted.grant, ...provenanceOf(wanted) }),
  };
}

/** Provenance, unless it is too long for the list: the conversation shows it. */
function provenanceOf({ provenance, read }: CallProvenance): Pick<CallProvenance, "provenance" | "read"> {
  const known = definedOf({ provenance, read });
  return JSON.stringify(known).length <= LONGEST_PROVENANCE ? known : {};
}

function remindersOf({ reminders }: Store): ReminderNote[] {
  if (reminders.next() === null) return [];
  const first = reminders.list().slice(0, MOST);
  return first.map(({ id, at, text }) => ({ id, at, text: shorten(text, LONGEST) }));
}

/**
 * Failed deliveries to people, among the newest ones. A conversation that waits for a failed message learns
 * of it there.
 */
function failuresOf({ sql }: Store, kinds: ChannelKinds): FailedNote[] {
  const newest = new Deliveries(sql).list({ before: null, status: null, limit: MOST });
  const isFailed = ({ status, target }: Delivery) =>
    status === "failed" && kinds[target.channel].peers === "people";
  return newest.filter(isFailed).map(({ id, target: { channel }, reason, created_at, settled_at }) => ({
    id,
    channel,
    reason: shorten(reason ?? "", LONGEST),
    at: settled_at ?? created_at,
  }));
}

/** The person or chat that a turn answers, and how much of the answer they have. */
import { portOf } from "../../../src/channels/channel.ts";
import type { Delivery } from "../rows/outgoing/deliveries.ts";
import type { Store } from "../rows/store.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { Addressee } from "./draft.ts";
import type { OutboxPorts } from "./ports.ts";
import { speakerOf } from "./speaker.ts";

interface AddresseeDeps extends Pick<OutboxPorts, "kinds" | "channels"> {
  store: Store;
}

/**
 * The addressee, with how many texts and files of the turn its `deliveries` have brought already. Undefined for pull
 * channels (web, API).
 */
export function addresseeOf(
  { kinds, channels, store }: AddresseeDeps,
  deliveries: readonly Delivery[],
  turn: TurnRow,
): Addressee | undefined {
  const { carried, peers } = kinds[turn.source.channel];
  if (!carried) return undefined;
  const deliveredSoFar = Math.max(0, ...deliveries.map(({ texts }) => texts));
  const speaker = peers === "people" ? speakerOf(store, turn.id) : undefined;
  const { language } = turn.source;
  return { peers, port: portOf(channels, turn.source), deliveredSoFar, speaker, language };
}

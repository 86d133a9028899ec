/** The name put before messages in a chat: the speaker's in a room with several agents, otherwise none. */
import type { TurnId } from "../../../src/domain/ids.ts";
import type { Store } from "../rows/store.ts";

/** Speaker of an answer, once it is decided who gives it. */
export function speakerOf({ visits }: Pick<Store, "visits">, turn_id: TurnId): string | undefined {
  if (!visits.current) return undefined;
  const agent = visits.decided(turn_id)?.agent;
  return agent === undefined ? undefined : speakerIn({ visits }, agent);
}

/** `agent` is a slug. */
export function speakerIn({ visits }: Pick<Store, "visits">, agent: string): string | undefined {
  const start = visits.current?.start;
  return start && start.room.cast.length > 1 ? start.names[agent] : undefined;
}

/** A chat platform that knows no idempotency keys, is sometimes too busy and sometimes silent. */
import type { ChannelPort, Delivered, Outgoing } from "../../src/channels/channel.ts";
import type { Machine } from "../support/machine/machine.ts";
import type { Random } from "./random.ts";

export interface Arrival {
  key: string;
  text: string;
}

const REPLIES = { sent: 80, later: 8, busy: 4, lost: 3, silent: 2, unknown: 2, refused: 1 } as const;

/** What comes back, and whether the message arrived: a platform that does not answer may have taken it. */
export function courier(
  machine: Machine,
  random: Random,
  arrivals: Arrival[],
): Pick<ChannelPort, "limits" | "render" | "deliver"> {
  const arrive = ({ key, chunk }: Outgoing) =>
    arrivals.push({ key, text: chunk.type === "text" ? chunk.text : chunk.type });

  function handle(outgoing: Outgoing): Delivered | undefined {
    switch (random.weighted(REPLIES)) {
      case "sent":
        arrive(outgoing);
        return { status: "sent", platform_id: `p${arrivals.length}` };
      case "later":
        return { status: "later", retry_after_ms: random.between(100, 5_000), reason: "Too many requests." };
      case "busy":
        return { status: "later", reason: "The platform is busy." };
      case "lost":
        arrive(outgoing);
        return { status: "unknown", reason: "The connection broke." };
      case "unknown":
        return { status: "unknown", reason: "The connection broke." };
      case "silent":
        arrive(outgoing);
        return undefined;
      case "refused":
        return { status: "failed", reason: "The chat is closed." };
    }
  }

  return {
    limits: { text_length: 120, keyed_for_ms: 0, media: [] },
    render: (markdown) => markdown,
    deliver: (outgoing) => {
      const { life } = machine;
      const [there, back] = [random.between(5, 200), random.between(5, 200)];
      return new Promise((resolve) => {
        machine.send(() =>
          machine.timeline.after(there, () => {
            const answer = handle(outgoing);
            if (answer) machine.timeline.after(back, () => machine.inLife(life, () => resolve(answer)));
          }),
        );
      });
    },
  };
}

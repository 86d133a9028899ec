/** A chat platform that knows no idempotency keys, is sometimes too busy and sometimes silent. */
import type { ChannelPort, DeliveryResult, Edit, Outgoing } from "../../src/channels/channel.ts";
import type { Machine } from "../support/machine/machine.ts";
import type { Random } from "./random.ts";

export interface Arrival {
  key: string;
  /** As it was sent. */
  text: string;
  /** As it stands there now. */
  shown: string;
}

const REPLIES = { sent: 80, later: 8, busy: 4, lost: 3, silent: 2, unknown: 2, refused: 1 } as const;

/** Short, so that many an answer is shown while it is written. */
const EVERY_MS = 60;

/** What comes back, and whether the message arrived: a platform that does not answer may have taken it. */
export function courier(
  machine: Machine,
  random: Random,
  arrivals: Arrival[],
): Pick<ChannelPort, "limits" | "render" | "deliver" | "edit" | "remove"> {
  const arrive = ({ key, chunk }: Outgoing) => {
    const text = chunk.type === "text" ? chunk.text : chunk.type;
    return `p${arrivals.push({ key, text, shown: text })}`;
  };
  const change = ({ platform_id, chunk }: Edit) => {
    const message = arrivals[Number(platform_id.slice(1)) - 1];
    if (message) message.shown = chunk.text;
    return platform_id;
  };

  /** `take`: the platform does it, and says where it stands. */
  function handle(take: () => string): DeliveryResult | undefined {
    switch (random.weighted(REPLIES)) {
      case "sent":
        return { status: "sent", platform_id: take() };
      case "later":
        return { status: "later", retry_after_ms: random.between(100, 5_000), reason: "Too many requests." };
      case "busy":
        return { status: "later", reason: "The platform is busy." };
      case "lost":
        take();
        return { status: "unknown", reason: "The connection broke." };
      case "unknown":
        return { status: "unknown", reason: "The connection broke." };
      case "silent":
        take();
        return undefined;
      case "refused":
        return { status: "failed", reason: "The chat is closed." };
    }
  }

  /** On its way there and back; the answer reaches the life that has asked. */
  function travel(take: () => string): Promise<DeliveryResult> {
    const { life } = machine;
    const [there, back] = [random.between(5, 200), random.between(5, 200)];
    return new Promise((resolve) => {
      machine.send(() =>
        machine.timeline.after(there, () => {
          const answer = handle(take);
          if (answer) machine.timeline.after(back, () => machine.inLife(life, () => resolve(answer)));
        }),
      );
    });
  }

  return {
    limits: { text_length: 120, keyed_for_ms: 0, media: [], edit_every_ms: { direct: EVERY_MS } },
    render: (markdown) => markdown,
    deliver: (outgoing) => travel(() => arrive(outgoing)),
    edit: (edit) => travel(() => change(edit)),
    remove: ({ platform_id }) => travel(() => platform_id),
  };
}

/** Chats on a platform without keys, whose replies are on their way when the instance is killed. */
import type { DeliveryView } from "../../durable-objects/conversation/views/delivery-views.ts";
import { must } from "../support/machine/broken.ts";
import { until } from "../support/process/until.ts";
import type { TestChat } from "../support/test-channel/chat.ts";
import type { Fault } from "../support/test-channel/server.ts";
import type { Random } from "./random.ts";

/** What the platform does to the next sends. Never more than two faults in a row: pauses double each time. */
export function someFaults(random: Random): Fault[] {
  const names = { none: 12, limit: 3, error: 2, drop: 0.5 };
  const faults: Fault[] = [];
  for (let send = 0; send < 12; send++) {
    const isEnough = faults.length >= 2 && faults.slice(-2).every(({ fault }) => fault !== "none");
    const fault = isEnough ? "none" : random.weighted(names);
    faults.push(fault === "limit" ? { fault, retry_after_ms: random.between(50, 800) } : { fault });
  }
  return faults;
}

/** In order, whole, and no part more than twice. Returns how many parts arrived twice. */
export async function repliesArrived(
  chat: TestChat,
  deliveriesOf: () => Promise<DeliveryView[]>,
  said: string,
): Promise<{ parts: number; doubled: number; inDoubt: number }> {
  const deliveries = await until(
    deliveriesOf,
    (all) => all.length > 0 && all.every(({ status }) => status !== "pending"),
  );
  const { messages } = await chat.arrived(0);
  const keys = messages.map(({ key }) => key);
  must(keys.toSorted(byPlace).join() === keys.join(), "parts arrive in order", keys);
  const counts = Map.groupBy(keys, (key) => key);
  for (const [key, copies] of counts) must(copies.length <= 2, "a part arrives at most twice", { key, keys });
  const failed = deliveries.filter(({ status }) => status === "failed");
  // Twice in doubt, by the kill and by the platform: then a person decides.
  for (const { reason } of failed)
    must(reason?.includes("may have arrived") === true, "only doubt ends a delivery", { reason });
  const unique = messages.filter(({ key }, index) => keys.indexOf(key) === index);
  const arrived = unique.map(({ text }) => text).join(" ");
  const isWhole = words(arrived) === words(said);
  must(isWhole || failed.length > 0, "a reply arrives whole", { arrived, said });
  return { parts: counts.size, doubled: keys.length - counts.size, inDoubt: failed.length };
}

/** By delivery, then by part. */
function byPlace(a: string, b: string): number {
  const [[deliveryA = "", partA], [deliveryB = "", partB]] = [a.split(":"), b.split(":")];
  if (deliveryA !== deliveryB) return deliveryA < deliveryB ? -1 : 1;
  return Number(partA) - Number(partB);
}

function words(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(" ");
}

/** Operations that are billed for what is done, against the record beside it, which `npm run costs` writes anew. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import "../../support/workers/provided.ts";
import { countedEnv, stopCounting } from "../../../bench/uses/count.ts";
import { PACES } from "../../../durable-objects/conversation/paces.ts";
import type { ConversationId } from "../../../src/domain/ids.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { chat } from "../api.ts";
import { bindings, stubOf } from "../trail-support.ts";
import { startAnew } from "../worker.ts";
import kept from "./counted.json" with { type: "json" };
import {
  type Counted,
  countedIn,
  messagesIn,
  queueEmptied,
  setAhead,
  settled,
  sumOf,
  tick,
} from "./counted.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const paces = { ...PACES };
let ahead = 0;

beforeAll(async () => {
  await queueEmptied();
  // A machine that is busy makes turns long, and long ones are written more often.
  Object.assign(PACES, { lasting_ms: MINUTE, store_after_ms: MINUTE });
  ahead = (Math.floor(Date.now() / DAY) + 1) * DAY - Date.now();
  setAhead(ahead);
  startAnew(countedEnv(bindings));
});

afterAll(() => {
  stopCounting();
  setAhead(0);
  startAnew();
  Object.assign(PACES, paces);
});

function later(ms: number): void {
  ahead += ms;
  setAhead(ahead);
}

async function idle() {
  const first = await countedIn(tick);
  later(MINUTE);
  const minute = await countedIn(tick);
  later(59 * MINUTE);
  const hour = await countedIn(tick);
  return { idle_minute: minute, idle_day: sumOf([1, first], [23, hour], [1_416, minute]) };
}

/** A turn a minute after the one before: nothing that was read for that is still known. */
async function turn(answers: object[], conversation_id?: string) {
  later(MINUTE);
  await countedIn(tick);
  let id = "";
  const counted = await countedIn(async () => {
    id = (await chat(tell(...answers), conversation_id ? { conversation_id } : {})).conversation_id;
    await settled(id);
  });
  return { id, counted };
}

async function rung(id: string): Promise<Counted> {
  const before = await messagesIn(id);
  later(2 * MINUTE);
  await countedIn(tick);
  const turn = await countedIn(() => runDurableObjectAlarm(stubOf(id as ConversationId)));
  const after = await countedIn(() => settled(id));
  expect(await messagesIn(id)).toBe(before + 2);
  return sumOf([1, turn], [1, after]);
}

async function turns() {
  const first = await turn([{ text: ["One."] }]);
  const plain = await turn([{ text: ["Two."] }], first.id);
  const think = call("c1", "think", { thought: "two and two" });
  const tool = await turn([{ calls: [think] }, { text: ["Four."] }], first.id);
  const wake = call("c2", "schedule_message", { text: tell({ text: ["Now."] }), in_seconds: 90 });
  const set = await turn([{ calls: [wake] }, { text: ["Set."] }], first.id);
  return {
    new_conversation: first.counted,
    plain_turn: plain.counted,
    turn_with_tool: tool.counted,
    reminder_set: set.counted,
    reminder_rung: await rung(first.id),
  };
}

/** A search reads as many rows as its index has pieces just then, which differs from run to run. */
const mostOf = (figure: string, was: number) =>
  Math.max(was * (figure === "d1_rows_read" ? 2 : 1.1), was + 2);

/** Figures that are more than a tenth above the record; of a small one, more than two above it. */
function risesIn(found: Record<string, Counted>): string[] {
  return Object.entries(found).flatMap(([what, counted]) => {
    const before: Record<string, number> = kept[what as keyof typeof kept] ?? {};
    return Object.entries(counted).flatMap(([figure, now]) => {
      const was = before[figure] ?? 0;
      if (now <= mostOf(figure, was)) return [];
      return `${what}: ${figure} rose from ${was} to ${now}. Lower it, or accept it with \`npm run costs\`.`;
    });
  });
}

test("nothing that is done costs over a tenth more operations than the record says", async () => {
  const found = { ...(await idle()), ...(await turns()) };
  if ((env as unknown as { ACCEPT_COSTS: string }).ACCEPT_COSTS)
    console.log(`COUNTED ${JSON.stringify(found)}`);
  else expect(risesIn(found)).toEqual([]);
});

import { expect, test } from "vitest";
import type { ModelMessage } from "../../../src/agent/ports/model.ts";
import { askedAt, isToBeAsked } from "../../../src/commitments/reminder-times.ts";
import { askAboutPromise } from "../../../src/domain/due-promise.ts";
import { createOffline } from "../../../src/providers/offline/offline.ts";
import type { ProviderEvent } from "../../../src/providers/provider.ts";

const HOUR = 3_600_000;
const DAY = Date.UTC(2026, 2, 29);

test.each([
  ["UTC", "2026-03-29T09:00:00.000Z"],
  // Clocks are put forward in Berlin that night.
  ["Europe/Berlin", "2026-03-29T07:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-03-28T19:00:00.000Z"],
  ["Pacific/Pago_Pago", "2026-03-29T20:00:00.000Z"],
])("a day without a time is asked about at nine in %s", (zone, at) => {
  expect(new Date(askedAt(DAY, zone)).toISOString()).toBe(at);
});

test("a time is asked about when it comes, not before, and not once it is three days past", () => {
  const due = DAY + 13 * HOUR;
  expect(askedAt(due, "Asia/Tokyo")).toBe(due);
  expect([due - 1, due, due + 71 * HOUR, due + 72 * HOUR].map((now) => isToBeAsked(due, "UTC", now))).toEqual(
    [false, true, true, false],
  );
});

const NOW = DAY + 10 * HOUR;

/** What the rules do after these results, the newest last. */
async function next(answers: string[], tools = ["ask_user", "commitment_update"]): Promise<unknown> {
  const text = `<notice>\n${askAboutPromise({ id: "cmt_1", line: "Due 2026-03-29: send the draft" })}\n</notice>`;
  const results = answers.map(
    (content): ModelMessage => ({
      role: "tool",
      content: [
        { type: "tool_result", call_id: "c" as never, name: "ask_user", content, is_error: false },
      ] as never,
    }),
  );
  const zone = "<context>\nNow: Sunday, 29 March 2026, 12:00 in Europe/Berlin (UTC+02:00)\n</context>";
  const messages: ModelMessage[] = [
    {
      role: "user",
      content: [
        { type: "text", text },
        { type: "text", text: zone },
      ],
    },
    ...results,
  ];
  const request = { system: [], messages, tools: tools.map((name) => ({ name })) } as never;
  const after = (_: number, run: () => void) => {
    queueMicrotask(run);
    return () => undefined;
  };
  const clock = { now: () => NOW, after };
  const model = createOffline({ clock, createCallId: () => "c1", pace_ms: 0 });
  const events: ProviderEvent[] = [];
  const stream = model.stream({ request } as never, new AbortController().signal);
  for await (const event of stream) events.push(event);
  const call = events.find(({ type }) => type === "tool_call");
  if (call?.type === "tool_call") return [call.name, call.input.ok && call.input.value];
  return events.flatMap((event) => (event.type === "text" ? [event.delta] : [])).join("");
}

test("the house asks once, with a button for each that may have become of it", async () => {
  expect(await next([])).toEqual([
    "ask_user",
    {
      question: "Due 2026-03-29: send the draft\nWhat became of it?",
      options: ["Done", "Tomorrow", "In a week", "Drop it"],
    },
  ]);
});

test.each([
  ["Done", { status: "done" }],
  ["done.", { status: "done" }],
  ["Drop it", { status: "cancelled" }],
  ["Tomorrow", { due: "2026-03-30" }],
  ["In a week", { due: "2026-04-05" }],
  ["move it to 2026-05-01 please", { due: "2026-05-01" }],
  ["tomorrow at 3 pm", { due: "2026-03-30T13:00:00.000Z" }],
])("%s does that", async (said, change) => {
  expect(await next([said])).toEqual(["commitment_update", { id: "cmt_1", ...change }]);
});

test("what says nothing of it changes nothing, and an agent without the tools tells of it", async () => {
  expect(await next(["what do you mean?"])).toBe("I leave it as it is.");
  expect(await next(["Done", "Done: send the draft"])).toBe("Noted.");
  expect(await next([], ["ask_user"])).toBe("Due 2026-03-29: send the draft");
});

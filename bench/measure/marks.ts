/** What trust costs on the way to the first text: marking what is new in a turn, and judging a call. Here and not in the Worker. */
import { buildContext } from "../../src/agent/context/context.ts";
import { dynamicText } from "../../src/agent/context/moment.ts";
import { AGENT_DEFAULTS, type Agent } from "../../src/domain/agent.ts";
import { trustId } from "../../src/domain/ids.ts";
import type { Message } from "../../src/domain/message.ts";
import { markOf, markUntrusted } from "../../src/domain/text/foreign-text.ts";
import { shownWithNote } from "../../src/domain/text/hidden-text.ts";
import { median } from "../statistics.ts";

export interface Marks {
  /** µs for a turn with 100 messages before it and five memories from outside. */
  turn: number;
  /** µs for a page of 20,000 characters that a tool has brought, once. */
  page: number;
}

const RUNS = 500;
const AGENT: Agent = {
  ...AGENT_DEFAULTS,
  slug: "nightjar",
  name: "Nightjar",
  instructions: "Help.",
  version: 1,
};
const RECALLED = Array.from({ length: 5 }, (_, at) => ({
  id: `mem_${at}`,
  text: "The ferry to the island leaves at nine <from> the second pier, and at eleven on Sundays. ".repeat(4),
  source: "Harbour",
  kind: "turn" as const,
  at: "2026-03-02T09:00:00.000Z",
  score: 1,
  untrusted: true as const,
}));
const PAGE = '<a href="x">Ferries</a> leave &amp; arrive at nine; fares from 4 to 12. '.repeat(270);

export function measureMarks(): Marks {
  const messages = Array.from({ length: 100 }, (_, at) => message(at));
  const newest = () => ({ ...message(100), parts: [{ type: "text" as const, text: "When does it leave?" }] });
  const source = { channel: "web" as const, sender: "usr_ann" };
  return {
    turn: micros(() => {
      const dynamic = dynamicText({ mark: markOf("msg_1"), now: 0, source, framing: "", recalled: RECALLED });
      const media = () => undefined;
      const given = { agent: AGENT, owner: "usr_ann", semi_stable: [], dynamic, media };
      buildContext({ ...given, messages: [...messages, newest()] });
    }),
    page: micros(() => markUntrusted(shownWithNote(PAGE), { mark: markOf("msg_1"), source: "web_fetch" })),
  };
}

function message(at: number): Message {
  return {
    id: trustId<"msg">(`msg_${at}`),
    parent_id: null,
    role: at % 2 === 0 ? "user" : "assistant",
    parts: [{ type: "text", text: "The harbour is open until nine, they say. ".repeat(10) }],
    status: "complete",
    created_at: "2026-03-02T09:00:00.000Z",
    ...(at % 2 === 1 && { agent: "nightjar", trust: "untrusted" as const }),
  };
}

function micros(run: () => void): number {
  const times = Array.from({ length: RUNS }, () => {
    const from = performance.now();
    run();
    return (performance.now() - from) * 1_000;
  });
  return median(times);
}

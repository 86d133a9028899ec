/** Memory's questions with a form: told natively where that can be, and asked again when an answer does not fit. */

import { expect, test } from "vitest";
import { z } from "zod";
import type { ModelRequest } from "../../../../src/agent/ports/model.ts";
import { NO_USAGE } from "../../../../src/domain/message.ts";
import type { ModelAccess } from "../../../../src/memory/model/ask.ts";
import { askInForm } from "../../../../src/memory/model/ask-in-form.ts";
import { shippedTexts } from "../../../support/prompts/shipped.ts";

const FORM = { name: "ships", schema: z.object({ ships: z.array(z.string()) }) };

async function asked(answers: string[], takesForm?: boolean) {
  const requests: ModelRequest[] = [];
  const costs = new Set<string>();
  const models: ModelAccess = {
    fastModel: () => "acme/small",
    prompts: shippedTexts,
    recordCost: async ({ id }) => void costs.add(id),
    ...(takesForm !== undefined && { takesForm: () => takesForm }),
    model: {
      async *stream(request) {
        requests.push(request);
        yield { type: "text", delta: answers[requests.length - 1] ?? "" };
        yield { type: "finish", reason: "stop", usage: NO_USAGE, model: "acme/small", cost_usd: null };
      },
    },
  };
  const signal = new AbortController().signal;
  const named = { owner: "ann", conversation_id: "cnv_1", cost_id: "memory:1", now: 1, signal };
  const question = { ...named, prompt: "memory-search" as const, text: "Words.", max_output_tokens: 100 };
  return { answer: await askInForm(models, question, FORM), requests, costs };
}

test("an answer that fits is read at once, and the schema told where the API takes one", async () => {
  const { answer, requests } = await asked(['{"ships": ["Ann"]}'], true);
  expect(answer).toEqual({ status: "read", value: { ships: ["Ann"] } });
  expect(requests.map(({ format }) => format?.name)).toEqual(["ships"]);
  expect((await asked(['{"ships": []}'], false)).requests[0]?.format).toBeUndefined();
});

test("one that does not fit is asked for again, each time at a cost of its own", async () => {
  const { answer, requests, costs } = await asked(["Well.", '{"ships": 3}', '{"ships": ["Bob"]}']);
  expect(answer).toEqual({ status: "read", value: { ships: ["Bob"] } });
  expect(JSON.stringify(requests[1]?.messages)).toContain("JSON schema");
  expect(costs.size).toBe(3);
});

test("after two repairs it is left unread", async () => {
  const { answer, requests } = await asked(["No.", "No.", "No.", '{"ships": []}']);
  expect([answer, requests.length]).toEqual([{ status: "unread" }, 3]);
});

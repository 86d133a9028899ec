/** Canary secrets: they are in the settings and in an account, and must be in nothing that anybody or any model reads. */
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import "../../support/workers/provided.ts";
import { callApi, chat, request } from "../api.ts";

const ACCOUNT_KEY = "sk-or-canary-account-90ab12cd34ef";
const CANARIES = [
  "test-admin-token-0123456789",
  "test-session-secret-0123456789",
  "sk-canary-openai-7f3a91",
  "sk-ant-canary-anthropic-5d20c8",
  ACCOUNT_KEY,
];

const logged: string[] = [];

beforeEach(() => {
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: unknown) => void logged.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

function leaksIn(texts: readonly string[]): string[] {
  return CANARIES.filter((canary) => texts.some((text) => text.includes(canary)));
}

test("no prompt, result, log, error, trace or listing holds a secret", async () => {
  const { id } = await callApi<{ id: string }>("POST", "/accounts", {
    provider: "openrouter",
    key: ACCOUNT_KEY,
  });
  // Accounts are remembered for seconds: the next file would have it, too.
  onTestFinished(async () => void (await request("DELETE", `/accounts/${id}`)));
  for (const [index, canary] of CANARIES.entries())
    await request("PUT", `/workspace/leak-${index}.md`, { content: `The value is ${canary}, as it is.` });
  const reads = CANARIES.map((_canary, index) => call(`call_${index}`, "read", { path: `leak-${index}.md` }));
  const said = await chat(tell({ calls: reads }, { text: ["Read."] }), {
    model: "anthropic/claude-sonnet-5",
  });
  const failures = await Promise.all(
    [400, 401, 500].flatMap((status) =>
      ["anthropic/claude-sonnet-5", "openai/told"].map((model) =>
        chat(tell({ status, echo_key: true }), { model }),
      ),
    ),
  );
  const turns = [said, ...failures];
  const paths = [
    "/status",
    "/providers",
    "/accounts",
    "/models",
    "/cost",
    "/monitor",
    ...turns.flatMap(({ conversation_id, turn_id }) => [
      `/conversations/${conversation_id}/history?full=true`,
      `/conversations/${conversation_id}/turns/${turn_id}`,
    ]),
  ];
  const answers = await Promise.all(paths.map(async (path) => (await request("GET", path)).text()));
  const asked = await (await fetch(`${inject("toldModelUrl")}/told`)).text();

  expect(answers.join("")).toContain("The value is [secret], as it is.");
  expect(asked).toContain("The value is [secret], as it is.");
  expect(logged.join("")).toContain("turn_ended");
  expect(leaksIn([...answers, JSON.stringify(turns)])).toEqual([]);
  expect(leaksIn([asked])).toEqual([]);
  expect(leaksIn(logged)).toEqual([]);
});

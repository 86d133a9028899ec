/** The agents' keywords are read by all objects of an isolate: one that is reset while it reads takes them from nobody. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Principal } from "../../../src/domain/principal.ts";
import { AGENT_FILES } from "../../../src/storage/bundled.ts";
import { AgentStore } from "../../../src/storage/d1/agents/agents.ts";
import { KeywordCache } from "../../../src/storage/d1/agents/keyword-cache.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { callApi } from "../api.ts";

const { CONVERSATION, DB } = env as unknown as { CONVERSATION: DurableObjectNamespace; DB: D1Database };
const ANN: Principal = { owner: "psn_ann", role: "member", name: "Ann" };

function inObject<T>(body: (state: DurableObjectState) => Promise<T> | T): Promise<T> {
  const stub = CONVERSATION.get(CONVERSATION.newUniqueId()) as DurableObjectStub<undefined>;
  return runInDurableObject(stub, (_, state) => body(state));
}

test("an object that is reset while it reads the keywords keeps nobody else from them", async () => {
  await callApi("POST", "/agents", {
    slug: "clerk",
    name: "Clerk",
    instructions: "Count.",
    keywords: ["ledger"],
  });
  const store = new AgentStore(openDatabase(DB), AGENT_FILES, Date.now);
  const shared = new KeywordCache({ store, now: Date.now, edits: () => 0 });
  const reset = inObject((state) => {
    Promise.resolve(shared.get()).catch(() => undefined);
    state.abort("reset in the middle");
  });
  await expect(reset).rejects.toThrow();
  for (let object = 0; object < 2; object++) {
    const found = await inObject(async () => (await shared.get()).in("the ledger, please", ANN)?.agent);
    expect(found).toBe("clerk");
  }
});

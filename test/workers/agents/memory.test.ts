import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Agent } from "../../../src/domain/agent.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { callApi, chat } from "../api.ts";

const { DB } = env as unknown as { DB: D1Database };

async function scopesIn(table: "memories" | "chunks", column: "content" | "text", word: string) {
  const rows = await DB.prepare(`SELECT DISTINCT scope FROM ${table} WHERE ${column} LIKE ?`)
    .bind(`%${word}%`)
    .all<{ scope: string }>();
  return rows.results.map(({ scope }) => scope);
}

interface Kept {
  slug: string;
  conversation: string;
  /** Scopes of what its tool wrote, and of what was said. */
  written: string[];
  said: string[];
}

/** An agent of that setting is told a word that nobody else knows, and asked to keep it. */
async function told(memory: Agent["memory"]): Promise<Kept> {
  const slug = `keeps-${memory}`;
  const fields = { name: "Keeper", instructions: "Keep.", models: ["openai/told"], memory };
  await callApi("POST", "/agents", { slug, ...fields });
  const word = `the-${memory}-word`;
  const keep = call("call_1", "memory_write", { content: `It is ${word}.` });
  const { conversation_id, reply } = await chat(
    tell({ calls: [keep], stop: "tool_calls" }, { text: [`${word} it is.`] }),
    { agent: slug, model: undefined },
  );
  expect(reply).toBe(`${word} it is.`);
  const marker = `the-${memory}-marker`;
  // What is said next in another conversation is flushed later: then all that came before is.
  await chat(tell({ text: [marker] }), { model: "openai/told" });
  await soon(async () => expect(await scopesIn("chunks", "text", marker)).toEqual(["person"]));
  if (memory !== "none")
    await soon(async () => expect(await scopesIn("chunks", "text", word)).not.toEqual([]));
  const written = await scopesIn("memories", "content", word);
  return { slug, conversation: conversation_id, written, said: await scopesIn("chunks", "text", word) };
}

describe("an agent remembers", () => {
  test("with the person's other agents", async () => {
    expect(await told("owner")).toMatchObject({ written: ["person"], said: ["person"] });
  });

  test("for itself alone", async () => {
    expect(await told("own")).toMatchObject({ written: ["agent:keeps-own"], said: ["agent:keeps-own"] });
  });

  test("for the conversation alone", async () => {
    const { conversation, ...kept } = await told("conversation");
    const scopes = [`conversation:${conversation}`];
    expect(kept).toMatchObject({ written: scopes, said: scopes });
  });

  test("nothing, and has no tool for it", async () => {
    expect(await told("none")).toMatchObject({ written: [], said: [] });
  });
});

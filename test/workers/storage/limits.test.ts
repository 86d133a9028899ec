import { runInDurableObject } from "cloudflare:test";
import { env as bindings } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { call } from "../../support/model-wire/answer.ts";
import { LONG, tell } from "../../support/model-wire/told-model.ts";
import { callApi, chat, request } from "../api.ts";
import { LIMITS, withLimits } from "./limits.ts";

const { DB, BUCKET, JOBS_BACKGROUND } = withLimits(bindings as unknown as Env);
const over = (limit: keyof typeof LIMITS) => "x".repeat(LIMITS[limit] + 1);

describe("the platform's limits, which the local runtime does not keep", () => {
  it("hold for values, statements and parameters of the database, alone and in a batch", async () => {
    const echo = DB.prepare("select ? as said");
    expect(await echo.bind("hello").first("said")).toBe("hello");
    const [row] = await DB.batch<{ said: string }>([echo.bind("in a batch")]);
    expect(row?.results).toEqual([{ said: "in a batch" }]);
    expect(() => echo.bind(over("d1_value"))).toThrow(/limit d1_value: 2000001 of 2000000/);
    expect(() => DB.prepare(`select 1 -- ${over("d1_statement")}`)).toThrow(/limit d1_statement/);
    expect(() => echo.bind(...Array.from({ length: 101 }, () => 1))).toThrow(/d1_parameters: 101 of 100/);
  });

  it("hold for keys, metadata and deletions of the bucket", async () => {
    await BUCKET.put("limits/kept", "text", { customMetadata: { title: "short" } });
    expect(await (await BUCKET.get("limits/kept"))?.text()).toBe("text");
    await expect(BUCKET.put("é".repeat(513), "")).rejects.toThrow(/limit r2_key: 1026 of 1024/);
    const customMetadata = { title: over("r2_metadata") };
    await expect(BUCKET.put("limits/long", "", { customMetadata })).rejects.toThrow(/limit r2_metadata/);
    const keys = Array.from({ length: 1001 }, (_, index) => `limits/${index}`);
    await expect(BUCKET.delete(keys)).rejects.toThrow(/limit r2_deletion/);
  });

  it("hold for messages and batches of a queue", async () => {
    await expect(JOBS_BACKGROUND?.send(over("queue_message"))).rejects.toThrow(/limit queue_message/);
    const large = Array.from({ length: 3 }, () => ({ body: "x".repeat(100_000) }));
    await expect(JOBS_BACKGROUND?.sendBatch(large)).rejects.toThrow(/limit queue_batch/);
    const many = Array.from({ length: 101 }, () => ({ body: "x" }));
    await expect(JOBS_BACKGROUND?.sendBatch(many)).rejects.toThrow(/limit queue_batch_length/);
  });
});

describe("a conversation's own database", () => {
  it("refuses rows and parameters beyond them", async () => {
    const { conversation_id } = await chat("Hello", { model: "offline/nightjar" });
    const { CONVERSATION } = bindings as unknown as Env;
    const stub = CONVERSATION.get(CONVERSATION.idFromName(conversation_id));
    await runInDurableObject(stub, (_, { storage: { sql } }) => {
      expect(() => sql.exec("select ?", over("object_row"))).toThrow(/limit object_row/);
      const many = Array.from({ length: 101 }, () => 1);
      expect(() => sql.exec("select ?", ...many)).toThrow(/limit object_parameters/);
    });
  });

  it("takes an answer of 3 MB, cut with a note, and goes on", async () => {
    const long = await chat(tell({ text: [LONG], long: 3_000_000 }));
    expect(long.status).toBe("completed");
    const more = await chat(tell({ text: ["Still here."] }), { conversation_id: long.conversation_id });
    expect(more.reply).toBe("Still here.");
  });

  it("takes a call whose input is of 2 MB", async () => {
    const told = await chat(
      tell(
        { calls: [call("c1", "write", { path: "long.md", content: LONG })], long: 2_100_000 },
        { text: ["Done."] },
      ),
    );
    expect(told.status).toBe("completed");
  });
});

describe("what people send beyond them", () => {
  it("is refused in words that say what to do: a paste of 5 MB", async () => {
    const pasted = await request("POST", "/chat", {
      message: "heron ".repeat(833_334),
      model: "offline/nightjar",
    });
    expect(pasted.status).toBe(413);
    expect(await pasted.json()).toMatchObject({
      reason: expect.stringContaining("Send long texts as a file"),
    });
  });

  it("leaves what was there as it was: a title of 3 MB", async () => {
    const { conversation_id } = await chat("Hello", { model: "offline/nightjar" });
    const path = `/conversations/${conversation_id}`;
    const renamed = await request("PATCH", path, { title: "long ".repeat(600_000) });
    expect(renamed.status).toBe(400);
    expect(await renamed.json()).toMatchObject({ reason: expect.stringContaining("title") });
    expect((await callApi<{ title: string }>("GET", path)).title.length).toBeLessThan(200);
  });
});

describe("much of what one person has", () => {
  it("is shown, exported and forgotten of 150 rooms and agents at once", async () => {
    const scopes = Array.from({ length: 150 }, (_, at) => `${at % 2 === 0 ? "agent" : "room"}:place-${at}`);
    const note = (scope: string) =>
      callApi("POST", "/memory/items", { content: `The heron of ${scope}`, scope });
    await Promise.all(scopes.map(note));
    for (const path of ["items", "facts", "episodes", "commitments", "state", "suggestions", "export"]) {
      const { status } = await request("GET", `/memory/${path}`);
      expect(status, path).toBe(200);
    }
    expect(await callApi("POST", "/memory/forget", { about: "heron", dry_run: true })).toMatchObject({});
    const { items } = await callApi<{ items: unknown[] }>("GET", "/memory/items?limit=100");
    expect(items).toHaveLength(100);
  });

  it("comes to a model in part, and is whole in the workspace: a result of 300 KB", async () => {
    const code = '"heron ".repeat(50_000)';
    const told = await chat(tell({ calls: [call("c1", "run_code", { code })] }, { text: ["Done."] }));
    expect(told.status).toBe("completed");
    const { items } = await callApi<{ items: { parts: { type: string; content?: string }[] }[] }>(
      "GET",
      `/conversations/${told.conversation_id}/messages`,
    );
    const content =
      items.flatMap(({ parts }) => parts).find(({ type }) => type === "tool_result")?.content ?? "";
    expect(content.length).toBeLessThan(31_000);
    const whole = await request("GET", `/workspace/${/\.outputs\/\S+\.txt/.exec(content)?.[0]}`);
    expect((await whole.text()).length).toBeGreaterThanOrEqual(300_000);
  });

  it("waits for its turn where six connections may wait for headers: 40 pages at once", async () => {
    const slots = sixAtOnce();
    const visits = Array.from({ length: 40 }, (_, at) =>
      call(`c${at}`, "web_fetch", { url: `https://news.example/${at}` }),
    );
    try {
      const told = await chat(tell({ calls: visits }, { text: ["Read."] }));
      expect(told).toMatchObject({ status: "completed", reply: "Read." });
      expect(slots.pages).toBe(40);
      expect(slots.queued).toBeGreaterThan(0);
    } finally {
      slots.close();
    }
  });

  it("is listed page by page: more files than one listing holds", async () => {
    const { BUCKET: bucket } = bindings as unknown as Env;
    const paths = Array.from({ length: 1_001 }, (_, at) => `many/${String(at).padStart(4, "0")}.md`);
    await Promise.all(paths.map((path) => bucket.put(`workspace/admin/${path}`, "-")));
    const found = new Set<string>();
    let cursor: string | null = "";
    while (cursor !== null) {
      const next: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: { items: { path: string }[]; next_cursor: string | null } = await callApi(
        "GET",
        `/workspace?folder=many&limit=1000${next}`,
      );
      for (const { path } of page.items) found.add(path);
      cursor = page.next_cursor;
    }
    expect(found.size).toBe(1_001);
  });
});

/** As Cloudflare does: a seventh request waits until one of six has its headers. Each page takes a moment. */
function sixAtOnce() {
  const real = globalThis.fetch;
  const slots = { pages: 0, queued: 0, close: () => spy.mockRestore() };
  const waiting: (() => void)[] = [];
  let open = 0;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = new URL(new Request(input, init).url);
    if (url.hostname === "127.0.0.1") return real(input, init);
    if (open === 6) {
      slots.queued += 1;
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
    open += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    open -= 1;
    waiting.shift()?.();
    if (url.hostname !== "news.example") return Response.json({ Status: 0, Answer: [ADDRESS] });
    slots.pages += 1;
    return new Response("A story", { headers: { "content-type": "text/plain" } });
  });
  return slots;
}

const ADDRESS = { type: 1, data: "93.184.215.14", TTL: 60 };

/** Files that a model makes are parts of its answer. */
import { expect, test } from "vitest";
import { partsOfReply } from "../../../src/agent/loop/assemble.ts";
import { callModel } from "../../../src/agent/loop/call-model.ts";
import { lastWord } from "../../../src/agent/loop/last-word.ts";
import type { ModelEvent, ModelPort } from "../../../src/agent/ports/model.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";
import { keepFile } from "../../../src/tools/files/keep-file.ts";
import { modelRequest } from "../providers/scenes.ts";

const PICTURE: ModelEvent = { type: "file", media_type: "image/png", data: btoa("picture") };
const END: ModelEvent = { type: "finish", reason: "stop", usage: NO_USAGE, model: "acme/one", cost_usd: 0 };

function shelf() {
  const kept: string[] = [];
  const put = async (owner: string, file: { name: string; media_type: string; bytes: Uint8Array }) => {
    kept.push(new TextDecoder().decode(file.bytes));
    const { name, media_type, bytes } = file;
    return { id: "fil_1", owner, name, media_type, size: bytes.length, created_at: 0 };
  };
  return { kept, files: { put } };
}

async function replied(file: ModelEvent, files: ReturnType<typeof shelf>["files"]) {
  async function* stream() {
    yield file;
    yield END;
  }
  const model: ModelPort = { stream };
  const keep = (made: { media_type: string; data: string }) => keepFile(files, "ann", made);
  const call = callModel(
    model,
    { request: modelRequest(), step: 1, keepFile: keep },
    new AbortController().signal,
  );
  const notices: string[] = [];
  for (;;) {
    const next = await call.next();
    if (next.done) return { outcome: next.value, notices };
    if (next.value.type === "notice") notices.push(next.value.text);
  }
}

test("a picture alone is an answer, and is stored for the conversation's owner", async () => {
  const { kept, files } = shelf();
  const { outcome } = await replied(PICTURE, files);
  if (outcome.status !== "replied") throw new Error("no reply");
  const parts = partsOfReply(outcome.reply);
  expect(parts).toMatchObject([{ type: "image", file_id: "fil_1", name: "answer.png" }]);
  expect(kept).toEqual(["picture"]);
  expect(lastWord([{ reply: outcome.reply, calls: [] }], outcome.reply, parts).status).toBe("completed");
});

test.each([
  { type: "file", media_type: "text/html", data: btoa("<script>") } as const,
  { type: "file", media_type: "image/png", data: "§" } as const,
])("%j is not kept, and the person is told", async (file) => {
  const { kept, files } = shelf();
  const { notices } = await replied(file, files);
  expect(kept).toEqual([]);
  expect(notices).toEqual([expect.stringContaining("could not be stored")]);
});

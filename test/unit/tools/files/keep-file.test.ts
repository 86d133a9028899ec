import { expect, test } from "vitest";
import { keepFile } from "../../../../src/tools/files/keep-file.ts";

const files = {
  put: async (
    owner: string,
    { name, media_type, bytes }: { name: string; media_type: string; bytes: Uint8Array },
  ) => ({
    id: "fil_1",
    owner,
    name,
    media_type,
    size: bytes.length,
    created_at: 0,
  }),
};

test("pictures and speech that a model made are parts of its answer, and nothing else is", async () => {
  const kept = (media_type: string, data = btoa("bytes")) => keepFile(files, "usr_1", { media_type, data });
  expect(await kept("image/png")).toMatchObject({ type: "image", name: "answer.png", size: 5 });
  expect(await kept("audio/wav")).toMatchObject({ type: "audio", name: "answer.wav" });
  expect(await kept("text/html")).toBeUndefined();
  expect(await kept("image/png", "%%%")).toBeUndefined();
});

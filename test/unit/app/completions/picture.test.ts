import { expect, test } from "vitest";
import type { FetchResult, GuardedFetch } from "../../../../src/agent/ports/fetch.ts";
import { pictureAt } from "../../../../src/app/completions/call/given-file.ts";

const URL_OF_IT = "https://pictures.example/heron.png";

function guardWith(result: FetchResult): GuardedFetch {
  return {
    load: async () => result,
    fetch: () => Promise.reject(new Error("not used")),
    screen: () => ({ ok: true }),
  };
}

function answer(status: number, bytes: number[], type = "image/png; q=1"): FetchResult {
  const headers = new Headers({ "content-type": type });
  return { ok: true, url: URL_OF_IT, status, headers, body: Uint8Array.from(bytes) };
}

test("a picture is loaded by its address, with its type", async () => {
  const picture = await pictureAt(guardWith(answer(200, [1, 2])), URL_OF_IT);
  expect(picture).toEqual({ name: "image", media_type: "image/png", bytes: Uint8Array.from([1, 2]) });
});

test("one that is not there, or not allowed, is refused with its address and the reason", async () => {
  await expect(pictureAt(guardWith(answer(404, [])), URL_OF_IT)).rejects.toThrow(
    "heron.png was not loaded: its server answered 404",
  );
  const closed: FetchResult = { ok: false, problem: "refused", reason: "That is a private address." };
  await expect(pictureAt(guardWith(closed), URL_OF_IT)).rejects.toThrow("That is a private address.");
});

test("one within the words is not loaded from anywhere", async () => {
  const picture = await pictureAt(guardWith(answer(500, [])), `data:image/gif;base64,${btoa("gif")}`);
  expect(picture.media_type).toBe("image/gif");
});

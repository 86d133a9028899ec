import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Somebody, somebody } from "./somebody.ts";

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

async function uploaded({ cookie }: Somebody, bytes: Uint8Array, type: string): Promise<string> {
  const body = new FormData();
  body.append("file", new File([bytes], "me", { type }));
  const worker = (exports as unknown as { default: Fetcher }).default;
  const init = { method: "POST", headers: { cookie }, body };
  const response = await worker.fetch("http://nightjar.test/api/v1/files", init);
  return ((await response.json()) as { file_id: string }).file_id;
}

test("a picture of oneself is shown to others, and is gone with the next one", async () => {
  const [ada, bo] = [await somebody("member"), await somebody("member")];
  const path = `/people/${ada.id}/avatar`;
  await ada.ask("PATCH", "/preferences", { avatar_color: "#202020" });
  const drawn = await bo.ask("GET", path);
  expect(drawn.headers.get("content-type")).toBe("image/svg+xml");
  expect(drawn.headers.get("content-security-policy")).toContain("sandbox");
  expect(await drawn.text()).toContain('fill="#202020"');
  const first = await uploaded(ada, PNG, "image/png");
  await ada.ask("PATCH", "/preferences", { avatar: first });
  const shown = await bo.ask("GET", path);
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(PNG);
  await ada.ask("PATCH", "/preferences", { avatar: null });
  expect((await ada.ask("GET", `/files/${first}`)).status).toBe(404);
  expect((await bo.ask("GET", path)).headers.get("content-type")).toBe("image/svg+xml");
});

test("only a small picture of one's own is taken", async () => {
  const [ada, bo] = [await somebody("member"), await somebody("member")];
  const others = await uploaded(bo, PNG, "image/png");
  const text = await uploaded(ada, new TextEncoder().encode("Hello"), "text/plain");
  for (const avatar of [others, text, "fil_nothing"]) {
    const refused = await ada.ask("PATCH", "/preferences", { avatar });
    expect(await refused.json()).toMatchObject({
      error: "malformed_request",
      reason: expect.stringContaining("at most 200 KB"),
    });
  }
});

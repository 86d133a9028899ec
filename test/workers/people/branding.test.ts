import { exports } from "cloudflare:workers";
import { expect, onTestFinished, test } from "vitest";
import { callApi, request } from "../api.ts";
import { somebody, withCookie } from "./somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;
const stranger = withCookie("", "");

async function uploaded(text: string, type: string): Promise<string> {
  const body = new FormData();
  body.append("file", new File([text], "logo", { type }));
  const headers = { authorization: "Bearer test-admin-token-0123456789" };
  const response = await worker.fetch("http://nightjar.test/api/v1/files", { method: "POST", headers, body });
  return ((await response.json()) as { file_id: string }).file_id;
}

test("the instance's name and logo are shown to people who are not signed in, and to browsers that install it", async () => {
  onTestFinished(() => callApi("PATCH", "/instance/branding", { name: null, logo: null }));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const logo = await uploaded(svg, "image/svg+xml");
  await callApi("PATCH", "/instance/branding", { name: "Owl House", logo });
  const session = (await (await stranger.ask("GET", "/auth/session")).json()) as {
    me: null;
    branding: { logo: string };
  };
  expect(session).toMatchObject({ me: null, branding: { name: "Owl House" } });
  const shown = await worker.fetch(`http://nightjar.test${session.branding.logo}`);
  expect(shown.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
  expect(shown.headers.get("content-type")).toBe("image/svg+xml");
  expect(await shown.text()).toBe(svg);
  const manifest = await (await stranger.ask("GET", "/instance/manifest")).json();
  expect(manifest).toMatchObject({
    name: "Owl House",
    start_url: "/",
    icons: [{ src: session.branding.logo }, {}, {}, {}],
  });
  await callApi("PATCH", "/instance/branding", { logo: null });
  expect((await stranger.ask("GET", "/instance/logo")).status).toBe(404);
  const { name } = await (await stranger.ask("GET", "/instance/branding")).json<{ name: string }>();
  expect(name).toBe("Owl House");
});

test("only an admin sets them, and the logo is a small picture", async () => {
  const ada = await somebody("member");
  expect((await ada.ask("PATCH", "/instance/branding", { name: "Mine" })).status).toBe(403);
  const page = await uploaded("<h1>Hello</h1>", "text/html");
  const refused = await request("PATCH", "/instance/branding", { logo: page });
  expect(await refused.json()).toMatchObject({ reason: expect.stringContaining("at most 200 KB") });
});

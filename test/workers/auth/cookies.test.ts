import { describe, expect, test } from "vitest";
import { somebody } from "../people/somebody.ts";
import { asOperator, Browser, linkFor } from "./browser.ts";

const TLS = { "x-forwarded-proto": "https" };
const setBy = ({ headers }: { headers: Headers }) => headers.getSetCookie();
const me = async (headers: Record<string, string>) => {
  const answer = await new Browser().ask("GET", "/me", { headers });
  return { ...answer, owner: answer.body["owner"] };
};

describe("the cookie of a session", () => {
  test("is over TLS one that only this host can have set, and good by no other name", async () => {
    const { id } = await somebody("member");
    const answer = await new Browser().ask("GET", await linkFor(id, "signin"), { headers: TLS });
    const [set = ""] = setBy(answer);
    expect(set).toMatch(/^__Host-nightjar_session=[^;]+;.*Path=\/;.*HttpOnly; Secure; SameSite=Lax/);
    expect(set).not.toMatch(/Domain/i);
    const [name = "", token] = (set.split(";")[0] ?? "").split("=");
    expect((await me({ ...TLS, cookie: `${name}=${token}` })).owner).toBe(id);
    expect((await me({ ...TLS, cookie: `nightjar_session=${token}` })).status).toBe(401);
    expect((await me({ cookie: `nightjar_session=${token}` })).status).toBe(401);
  });

  test("of before goes on over TLS, and gets its new name at once", async () => {
    const { id, cookie } = await somebody("member");
    const answer = await me({ ...TLS, cookie });
    expect(answer.owner).toBe(id);
    const set = setBy(answer);
    expect(set).toContainEqual(expect.stringMatching(/^nightjar_session=;/));
    const renamed = set.find((each) => each.startsWith("__Host-nightjar_session="))?.split(";")[0] ?? "";
    const again = await me({ ...TLS, cookie: renamed });
    expect([again.owner, setBy(again)]).toEqual([id, []]);
  });

  test("is gone by both names when its person signs out", async () => {
    const { cookie } = await somebody("member");
    const answer = await new Browser().ask("DELETE", "/auth/session", { headers: { ...TLS, cookie } });
    expect(setBy(answer).map((each) => each.split(";")[0])).toEqual([
      "__Host-nightjar_session=",
      "nightjar_session=",
    ]);
  });

  test("is a plain one without TLS", async () => {
    const { id } = await somebody("member");
    const [set] = setBy(await new Browser().ask("GET", await linkFor(id, "signin")));
    expect(set).toMatch(/^nightjar_session=/);
  });
});

test("the scheme of a token is one in any case", async () => {
  expect((await asOperator("GET", "/me")).status).toBe(200);
  for (const scheme of ["bearer", "BEARER"])
    expect((await me({ authorization: `${scheme} test-admin-token-0123456789` })).owner).toBe("admin");
});

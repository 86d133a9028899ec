import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { PARTS } from "../../../src/app/list.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { somebody } from "../people/somebody.ts";
import { Follower } from "./follower.ts";
import { api, fetchAs, Scene } from "./scene.ts";

const ROUTES = PARTS.flatMap(({ routes = [] }) => routes).map((route) => ({
  ...route,
  access: route.policy.who,
}));
const worker = (exports as unknown as { default: Fetcher }).default;
const SOMEBODY = "00000000000000000000";

/** A path that fits the route, of things that are not there. */
function pathOf(path: string): string {
  const filled = path
    .replace(":id", `cnv_${SOMEBODY}`)
    .replaceAll(/:[a-z_]+(\{[^}]*\})?\??/g, "nothing")
    .replace("*", "nothing");
  return `http://nightjar.test/api/v1${filled}`;
}

describe("a route", () => {
  test("refuses a wrong token, and one that is none", async () => {
    for (const authorization of [
      "Bearer wrong",
      "Bearer",
      "Basic abc",
      "Bearer test-admin-token-012345678",
    ]) {
      const response = await fetchAs("GET", "/me", { headers: { authorization } });
      expect(response.status, authorization).toBe(401);
      await response.body?.cancel();
    }
  });
});

describe("a conversation", () => {
  const STRANGER: Principal = { owner: "usr_stranger0", role: "member", name: "Mallory" };

  test("is not there for anybody but its owner, in none of its ways", async () => {
    const scene = await Scene.open();
    await scene.say(tell({ text: ["A secret."] }));
    const { stub } = scene;
    const source = { channel: "web" as const, sender: STRANGER.owner };
    const message = {
      type: "user_message" as const,
      key: "k",
      source,
      parts: [{ type: "text" as const, text: "Hi" }],
    };
    const answers = await Promise.all([
      stub.state(STRANGER),
      stub.messages(STRANGER, { before: null, limit: 10 }),
      stub.history(STRANGER, { before: null, limit: 10, full: true }),
      stub.receive(STRANGER, message),
      stub.patch(STRANGER, { title: "Mine" }),
      stub.erase(STRANGER),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: false, failure: { error: "resource_not_found" } });
    expect((await scene.messages()).at(0)?.role).toBe("user");
  });

  test("answers 404 to a stranger on every route of its own, as one that is not there does", async () => {
    const scene = await Scene.open();
    const { cookie } = await somebody("member");
    const own = ROUTES.filter(
      ({ path, access }) => path.startsWith("/conversations/:id") && access !== "public",
    );
    expect(own.length).toBeGreaterThan(10);
    for (const { method, path } of own.filter((route) => route.method === "get")) {
      const url = pathOf(path).replace(`cnv_${SOMEBODY}`, scene.id);
      const upgrade = path.endsWith("/socket") ? { upgrade: "websocket" } : {};
      const response = await worker.fetch(url, {
        method: method.toUpperCase(),
        headers: { cookie, ...upgrade },
      });
      expect(response.status, path).toBe(404);
      expect(await response.text()).not.toContain("secret");
    }
  });

  test("takes no agent that there is not, neither for itself nor for a message", async () => {
    const scene = await Scene.open();
    const refused = { error: "resource_not_found", reason: expect.stringContaining("GET /api/v1/agents") };
    const base = `/conversations/${scene.id}`;
    const agent = "no-such-bird";
    const tries = [
      await fetchAs("PATCH", base, { body: { agent, title: "Renamed" } }),
      await fetchAs("POST", `${base}/messages`, { body: { text: "Hi", agent } }),
      await fetchAs("POST", "/chat", { body: { message: "Hi", agent } }),
    ];
    for (const response of tries) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject(refused);
    }
    const socket = await Follower.bySocket(scene.id);
    socket.send({ type: "send", client_id: "c1", text: "Hi", agent });
    expect(await socket.frame((frame) => frame.type === "refused")).toMatchObject({
      client_id: "c1",
      reason: refused.reason,
    });
    expect(await scene.messages()).toEqual([]);
    const view = await api<{ agent: string; title: string }>("GET", base);
    expect(view.agent).not.toBe(agent);
    expect(view.title).not.toBe("Renamed");
  });

  test("that was deleted while it answered is gone, and nothing of it comes back", async () => {
    const scene = await Scene.open();
    await scene.shut("middle");
    const reader = await Follower.bySocket(scene.id);
    await scene.say(tell({ text: ["Once ", "upon"], hold: scene.hold("middle", 2) }));
    await reader.saying("Once ");
    await api("DELETE", `/conversations/${scene.id}`);
    await scene.release("middle");
    expect((await fetchAs("GET", `/conversations/${scene.id}`)).status).toBe(404);
    expect(await scene.ring()).toBe(false);
  });
});

describe("a sign-in link", () => {
  test("opens a session once, and only once", async () => {
    const { url } = await api<{ url: string }>("POST", "/auth/links");
    const first = await worker.fetch(url, { redirect: "manual" });
    expect(first.status).toBe(303);
    const cookie = first.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^nightjar_session=.*HttpOnly/);
    const me = await worker.fetch("http://nightjar.test/api/v1/me", {
      headers: { cookie: cookie.split(";")[0] ?? "" },
    });
    expect(await me.json()).toMatchObject({ role: "admin" });

    const second = await worker.fetch(url, { redirect: "manual" });
    expect(second.status).not.toBe(303);
    expect(second.headers.get("set-cookie")).toBeNull();
  });

  test("used twice in the same moment opens one session", async () => {
    const { url } = await api<{ url: string }>("POST", "/auth/links");
    const tries = await Promise.all([1, 2, 3, 4].map(() => worker.fetch(url, { redirect: "manual" })));
    expect(tries.filter((response) => response.headers.get("set-cookie") !== null)).toHaveLength(1);
  });
});

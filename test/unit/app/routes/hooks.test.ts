import { expect, test } from "vitest";
import { hooksPart } from "../../../../src/app/hooks/part.ts";
import { type Answer, checkAgent, conversations, mount } from "./mount.ts";

const { as, post } = mount(hooksPart, (shared) => {
  const receipt = { status: "accepted", turn_id: null, message_id: null, seq: 0 };
  const enter = async () => ({ ok: true, value: { id: "cnv_1", receipt } });
  const own = { frontDoor: { enter, checkAgent }, conversations: conversations({ cnv_theirs: "ben" }) };
  const open = hooksPart.open as (services: object) => { verbs: object };
  return { own, verbs: open({ ...shared, ...own }).verbs };
});
const ann = as("ann");
const made = async (more: object = {}) => (await ann("POST", "/hooks", { name: "Mine", ...more })).body ?? {};
const bearer = (secret: unknown) => ({ authorization: `Bearer ${secret}` });
const itemsOf = ({ body }: Answer) => body?.["items"] as { id: string }[];

test("who proves nothing gets nothing, and the secret is in no answer but the first", async () => {
  const { id, secret } = await made();
  expect((await post(`/hooks/${id}`, "{}")).status).toBe(401);
  expect((await post(`/hooks/${id}`, "{}", bearer("another"))).status).toBe(401);
  expect((await post("/hooks/hok_none0000000", "{}", bearer(secret))).status).toBe(404);
  expect((await post(`/hooks/${id}`, "x".repeat(1_048_577), bearer(secret))).status).toBe(413);
  expect((await post(`/hooks/${id}`, "{", bearer(secret))).status).toBe(400);
  for (const path of ["/hooks", `/hooks/${id}`, `/hooks/${id}/deliveries`])
    expect((await ann("GET", path)).text).not.toContain(secret);
  const { body: renewed } = await ann("POST", `/hooks/${id}/secret`);
  expect((await post(`/hooks/${id}`, "{}", bearer(secret))).status).toBe(401);
  expect((await post(`/hooks/${id}`, "{}", bearer(renewed?.["secret"]))).status).toBe(202);
});

test("a hook is tried out and replayed by hand, turned off, and removed", async () => {
  const { id, secret } = await made({ conversation: "each" });
  const tried = await ann("POST", `/hooks/${id}/test`, { body: { a: 1 } });
  expect(tried).toMatchObject({ status: 202, body: { status: "accepted" } });
  const [first] = itemsOf(await ann("GET", `/hooks/${id}/deliveries`));
  const replayed = await ann("POST", `/hooks/${id}/deliveries/${first?.id}/replay`);
  expect(replayed).toMatchObject({ status: 202, body: { status: "accepted" } });
  expect(itemsOf(await ann("GET", `/hooks/${id}/deliveries`))).toHaveLength(2);
  await ann("PATCH", `/hooks/${id}`, { enabled: false });
  expect((await post(`/hooks/${id}`, "{}", bearer(secret))).status).toBe(404);
  expect((await ann("DELETE", `/hooks/${id}`)).status).toBe(204);
  expect((await ann("GET", `/hooks/${id}`)).status).toBe(404);
});

test("somebody else's hook is nobody's business, and nobody's events go into their conversation", async () => {
  const { id } = await made();
  const eve = as("eve");
  for (const [method, path] of [
    ["GET", ""],
    ["DELETE", ""],
    ["GET", "/deliveries"],
    ["POST", "/secret"],
    ["POST", "/test"],
  ] as const)
    expect((await eve(method, `/hooks/${id}${path}`)).status).toBe(404);
  expect((await eve("POST", "/hooks", { name: "Mine", conversation_id: "cnv_theirs" })).status).toBe(404);
  expect((await as("guest", "guest")("POST", "/hooks", { name: "Mine" })).status).toBe(403);
});

test.each([
  [{ template: "{{title}}" }, "names no field"],
  [{ filter: [{ field: "env.KEY", op: "exists" }] }, "a field begins with body or headers"],
  [{ verification: { scheme: "hmac", header: "x-sig", signed: "{timestamp}" } }, "must hold {body}"],
  [{ verification: { scheme: "hmac", header: "x-sig", timestamp: { header: "x-t" } } }, "proves nothing"],
  [{ secret: "short" }, "too short"],
  [{ agent: "nobody-there" }, "nobody-there"],
  [{ conversation: "each", conversation_id: "cnv_0000000000" }, 'conversation: "one"'],
])("%j is told to be wrong", async (wrong, reason) => {
  const { status, body } = await ann("POST", "/hooks", { name: "Wrong", ...wrong });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body?.["reason"]).toContain(reason);
});

/** Sessions that servers forget, and what they say beside their answers. */
import { expect, test } from "vitest";
import { call } from "../../unit/tools/support.ts";
import { connected, serverOf } from "./connected.ts";

test.each(["404", "400"] as const)(
  "a session that the server has forgotten (%s) is begun anew, and the call made once",
  async (forgets) => {
    const server = await serverOf({ forgets });
    const { tool } = await connected(server);
    const add = await tool("mcp_shop_add");
    await call(add, { a: 1, b: 1 });
    server.forgetSessions();
    expect(await call(add, { a: 1, b: 2 })).toMatchObject({ ok: true, content: "3" });
    expect(server.requests.filter(({ rpc }) => rpc === "initialize").length).toBe(3);
  },
);

test.each([
  ["while a tool is called", false],
  ["a little after a call", true],
])(
  "a server that says %s, on its standing stream, that it has another tool is asked",
  async (_when, slowly) => {
    const { tool, store } = await connected(await serverOf({ slowly }));
    expect(await call(await tool("mcp_shop_grow"), {})).toMatchObject({ ok: true, content: "grown" });
    const listed = async () => (await store.get("usr_owner", "shop"))?.listed.map(({ name }) => name);
    await expect.poll(listed).toContain("fruit");
  },
);

test("a server without a standing stream is asked for it once", async () => {
  const server = await serverOf({ mute: true });
  const { tool } = await connected(server);
  for (const a of [1, 2]) await call(await tool("mcp_shop_add"), { a, b: 1 });
  expect(server.requests.filter(({ method }) => method === "GET")).toHaveLength(1);
});

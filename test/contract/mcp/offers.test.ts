import { describe, expect, test } from "vitest";
import { call } from "../../unit/tools/support.ts";
import { wired } from "./wire.ts";

const DOCS = {
  capabilities: { resources: {}, prompts: { listChanged: true } },
  answers: {
    "resources/list": {
      resources: [
        { uri: "shop://docs/plan", name: "plan", title: "The plan", mimeType: "text/markdown" },
        { name: "without an address" },
      ],
    },
    "resources/templates/list": {
      resourceTemplates: [{ uriTemplate: "shop://orders/{id}", name: "order", description: "One order." }],
    },
    "resources/read": { contents: [{ uri: "shop://docs/plan", mimeType: "text/markdown", text: "# Plan" }] },
    "prompts/list": {
      prompts: [
        {
          name: "review",
          description: "Reviews an order.",
          arguments: [{ name: "order", description: "Its number.", required: true }, { name: "tone" }],
        },
        { name: "" },
      ],
    },
    "prompts/get": {
      messages: [
        { role: "user", content: { type: "text", text: "Review order 7.\u{E0041}\u200b" } },
        { role: "assistant", content: { type: "text", text: "Of course." } },
        { role: "user", content: { type: "image", data: "AAAA", mimeType: "image/png" } },
      ],
    },
  },
};
const REFUSED = { error: { code: -32601, message: "Method not found" } };

async function toolsOf(start: Parameters<typeof wired>[0]) {
  const served = await wired(start);
  const all = await served.tools();
  const named = (name: string) => {
    const found = all.find((tool) => tool.name === name);
    if (!found) throw new Error(`${name} is not among ${all.map((tool) => tool.name)}`);
    return found;
  };
  return { ...served, names: all.map(({ name }) => name), named };
}

describe("resources of a server", () => {
  test("are listed with their addresses, templates among them", async () => {
    const { named } = await toolsOf(DOCS);
    expect(await call(named("list_resources"), {})).toEqual({
      ok: true,
      content: "shop:\n- shop://docs/plan (text/markdown) The plan\n- shop://orders/{id} order: One order.",
      trust: "untrusted",
      links: ["shop://docs/plan"],
    });
  });

  test("contact an address: those that the list gave as they stand are shown, and filled gaps are not", async () => {
    const { named } = await toolsOf(DOCS);
    const uri = "shop://orders/secret";
    expect(named("read_resource").touches?.({ server: "shop", uri })).toEqual({ to: "urls", urls: [uri] });
  });

  test("are read, as somebody else's words", async () => {
    const { named, wire } = await toolsOf(DOCS);
    const outcome = await call(named("read_resource"), { server: "shop", uri: "shop://docs/plan" });
    const source = { kind: "tool", url: "shop://docs/plan", title: "plan", text: "# Plan" };
    expect(outcome).toEqual({ ok: true, content: "# Plan", trust: "untrusted", sources: [source] });
    expect(wire.heard.at(-1)).toMatchObject({
      method: "resources/read",
      params: { uri: "shop://docs/plan" },
    });
  });

  test("that are images are shown to the model", async () => {
    const contents = [{ uri: "shop://logo", mimeType: "image/png", blob: btoa("logo") }];
    const { named, stored } = await toolsOf({
      ...DOCS,
      answers: { ...DOCS.answers, "resources/read": { contents } },
    });
    expect(await call(named("read_resource"), { server: "shop", uri: "shop://logo" })).toMatchObject({
      content: "[image (image/png shop://logo) in the message]",
      media: [{ type: "image", file_id: "fil_1" }],
      is_seen: true,
    });
    expect(stored).toEqual(["logo"]);
  });

  test("that cannot be read are said so in the server's words", async () => {
    const answers = {
      ...DOCS.answers,
      "resources/read": { error: { code: -32002, message: "No such page" } },
    };
    const { named } = await toolsOf({ ...DOCS, answers });
    expect(await call(named("read_resource"), { server: "shop", uri: "shop://x" })).toEqual({
      ok: false,
      error: "shop: No such page",
      trust: "untrusted",
    });
  });

  test("of a server that is not there are refused with those that are", async () => {
    const { named } = await toolsOf(DOCS);
    const refusal = { ok: false, error: expect.stringContaining("shop") };
    expect(await call(named("read_resource"), { server: "attic", uri: "x" })).toMatchObject(refusal);
    expect(await call(named("list_resources"), { server: "attic" })).toMatchObject(refusal);
  });

  test("need no word of templates from servers that do not know it", async () => {
    const answers = { ...DOCS.answers, "resources/templates/list": REFUSED };
    const { named } = await toolsOf({ ...DOCS, answers });
    expect(await call(named("list_resources"), { server: "shop" })).toMatchObject({
      content: "shop:\n- shop://docs/plan (text/markdown) The plan",
    });
  });

  test.each([
    ["that says nothing of them", {}],
    [
      "that has none",
      { ...DOCS, answers: { "resources/list": { resources: [] }, "resources/templates/list": REFUSED } },
    ],
    ["that does not answer when it is asked for them", { ...DOCS, silent: ["resources/list"] }],
  ])("are no tools for a server %s, whose own tools are there", async (_what, start) => {
    const { names } = await toolsOf(start);
    expect(names).toEqual(["mcp_shop_do"]);
  });
});

describe("prompts of a server", () => {
  test("are kept as they were listed, without what cannot be one", async () => {
    const { server } = await wired(DOCS);
    expect(server().offers.prompts).toEqual([
      {
        name: "review",
        description: "Reviews an order.",
        arguments: [
          { name: "order", description: "Its number.", required: true },
          { name: "tone", description: "", required: false },
        ],
      },
    ]);
  });

  test("are fetched with what was filled in, and hold nothing that nobody sees", async () => {
    const { wire, servers, server } = await wired(DOCS);
    const text = await servers.promptText(server(), { name: "review", arguments: { order: "7" } });
    expect(text).toBe("Review order 7.\n\nAssistant: Of course.\n\n[image left out]");
    expect(wire.heard.at(-1)).toMatchObject({
      method: "prompts/get",
      params: { name: "review", arguments: { order: "7" } },
    });
  });

  test("that it does not offer are not asked for", async () => {
    const { wire, servers, server } = await wired(DOCS);
    const asked = servers.promptText(server(), { name: "other", arguments: {} });
    await expect(asked).rejects.toMatchObject({ kind: "resource_not_found" });
    expect(wire.heard.some(({ method }) => method === "prompts/get")).toBe(false);
  });

  test("are refused in its words", async () => {
    const { wire, servers, server } = await wired(DOCS);
    wire.answers["prompts/get"] = { error: { code: -32602, message: "order is missing" } };
    const asked = servers.promptText(server(), { name: "review", arguments: {} });
    await expect(asked).rejects.toMatchObject({ kind: "api_fail", message: "shop: order is missing" });
  });
});

import { expect, test } from "vitest";
import { parseCatalog } from "../../../../src/providers/catalog/catalog.ts";
import { serversNearby } from "../../../../src/providers/probe/nearby.ts";

const record = (name: string, more: string) => ({
  path: `${name}.toml`,
  text: `[provider]\nname = "${name}"\nlabel = "${name}"\nprotocol = "openai"\n${more}`,
});
const catalog = parseCatalog([
  record("ollama", 'local_port = 11434\nknown_by = ["library"]'),
  record("llama-cpp", 'local_port = 8080\nknown_by = ["llamacpp"]'),
  record("compatible", ""),
]);

/** A machine on which these ports answer so. */
function machine(answers: Record<number, () => Response>) {
  const requests: { url: string; redirect: string | undefined }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push({ url: String(input), redirect: init?.redirect });
    const answer = answers[Number(new URL(String(input)).port)];
    if (!answer) throw new TypeError("refused");
    return answer();
  };
  return { requests, find: (...ports: number[]) => serversNearby(ports, { fetch, catalog }) };
}

const list =
  (owner: string, ...ids: string[]) =>
  () =>
    Response.json({ object: "list", data: ids.map((id) => ({ id, owned_by: owner })) });

test("a server is known by its list, whatever its port, and its models are those that answer in words", async () => {
  const { find } = machine({
    8000: list("llamacpp", "smol"),
    11434: list("library", "qwen3", "nomic-embed-text"),
  });
  expect(await find(11434, 1234, 8000)).toEqual([
    { provider: "ollama", label: "ollama", base_url: "http://127.0.0.1:11434/v1", models: ["qwen3"] },
    { provider: "llama-cpp", label: "llama-cpp", base_url: "http://127.0.0.1:8000/v1", models: ["smol"] },
  ]);
});

test("one that names itself as none of them is a compatible server", async () => {
  expect(await machine({ 8080: list("somebody", "m") }).find(8080)).toMatchObject([
    { provider: "compatible" },
  ]);
});

test("an Ollama without models is found by its port", async () => {
  const empty = () => Response.json({ object: "list", data: null });
  expect(await machine({ 11434: empty }).find(11434)).toMatchObject([{ provider: "ollama", models: [] }]);
});

test("what is no model server is not found, and nothing leads the request away from this machine", async () => {
  const { find, requests } = machine({
    8080: () => new Response("<html>"),
    8000: () => new Response(null, { status: 302, headers: { location: "http://169.254.169.254/" } }),
    1234: () => Response.json({ status: "ok" }),
  });
  expect(await find(8080, 8000, 1234, 11434)).toEqual([]);
  expect(new Set(requests.map(({ redirect }) => redirect))).toEqual(new Set(["manual"]));
  expect(requests.every(({ url }) => url.startsWith("http://127.0.0.1:"))).toBe(true);
});

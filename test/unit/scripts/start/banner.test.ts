import { createServer } from "node:http";
import { expect, test } from "vitest";
import { banner } from "../../../../scripts/start/banner.mjs";
import { nearbyModels } from "../../../../scripts/start/running/nearby-models.mjs";

const FACTS = {
  url: "http://127.0.0.1:8787",
  link: { url: "http://127.0.0.1:8787/signin/x", expires_at: "2026-11-27T10:00:00Z" },
  seconds: 1.9,
};
const ITEMS = [
  { label: "Ollama", base_url: "http://127.0.0.1:11434/v1", models: ["a", "b", "c"], connected: false },
  { label: "vLLM", base_url: "http://127.0.0.1:8000/v1", models: ["d"], connected: true },
];

test("names the model servers of this machine that are not connected, with the page that connects them", async () => {
  const server = createServer((request, response) => {
    const isAsked = request.url === "/api/v1/models/nearby" && request.headers.authorization === "Bearer t";
    response.end(JSON.stringify({ items: isAsked ? ITEMS : [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const nearby = await nearbyModels({ url: `http://127.0.0.1:${address.port}`, token: "t" });
  server.close();
  const text = banner({ ...FACTS, model: "offline/rules", nearby });
  expect(text).toContain(
    "Ollama found at http://127.0.0.1:11434 with 3 models: connect it on http://127.0.0.1:8787/models",
  );
  expect(text).not.toMatch(/vLLM|No model is connected/);
});

test("says how a model is connected where none was found", () => {
  expect(banner({ ...FACTS, model: "offline/rules", nearby: [] })).toContain("No model is connected");
  expect(banner({ ...FACTS, model: "openai/gpt", nearby: [] })).not.toContain("connect");
});

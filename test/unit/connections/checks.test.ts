import { expect, it } from "vitest";
import { CHECKS } from "../../../src/connections/checks/list.ts";
import { serviceFetch } from "../../../src/connections/service-fetch.ts";
import { CONNECTIONS } from "../../../src/domain/fields/connections/list.ts";

const signal = new AbortController().signal;

/** Asks the check of that connection; the service answers with `answer`. */
async function checked(name: string, settings: object, answer: () => Response | Promise<Response>) {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return answer();
  };
  return { result: await CHECKS[name]?.(settings, { fetch, signal }), asked };
}

it("asks the very provider that is connected, though another one would be searched first", async () => {
  const settings = { BRAVE_API_KEY: "b", TAVILY_API_KEY: "t" };
  const answer = () =>
    Response.json({ results: [{ title: "A <b>bird</b>", url: "https://b.example", content: "" }] });
  const { result, asked } = await checked("tavily", settings, answer);
  expect(result).toEqual({ status: "ok", name: "A bird" });
  expect(asked).toEqual(["https://api.tavily.com/search"]);
});

it.each([
  ["brave", { BRAVE_API_KEY: "secret-key" }, 401, /refused the key/],
  ["brave", { BRAVE_API_KEY: "secret-key" }, 429, /too many searches/],
  ["elevenlabs", { ELEVENLABS_API_KEY: "secret-key" }, 401, /refused the key/],
])("says what is wrong with %s, without its key", async (name, settings, status, words) => {
  const { result } = await checked(name, settings, () => new Response("secret-key", { status }));
  expect(result).toMatchObject({ status: "broken", problem: expect.stringMatching(words) });
  expect(JSON.stringify(result)).not.toContain("secret-key");
});

it("has a speech provider say a few words, and hear its own", async () => {
  const settings = { ELEVENLABS_API_KEY: "k" };
  const fetch = async (url: string) =>
    url.includes("speech-to-text") ? Response.json({ text: "Hello." }) : new Response("ID3 sound");
  expect(await CHECKS["elevenlabs"]?.(settings, { fetch, signal })).toEqual({ status: "ok", name: "Hello." });
  const server = { TRANSCRIPTION_SERVER_URL: "http://10.0.0.5:8000" };
  const { result, asked } = await checked("transcription_server", server, () => Response.json({ text: "" }));
  expect(result).toEqual({ status: "ok", name: "" });
  expect(asked).toEqual(["http://10.0.0.5:8000/v1/audio/transcriptions"]);
  const silent = await checked(
    "speech_server",
    { SPEECH_SERVER_URL: "http://10.0.0.5" },
    () => new Response(""),
  );
  expect(silent.result).toMatchObject({ problem: expect.stringContaining("without sound") });
  const broken = await checked("elevenlabs", settings, () => Promise.reject(new Error("reset")));
  expect(broken.result).toMatchObject({ problem: expect.stringContaining("can't reach ElevenLabs") });
});

it("has a check for every service that is no chat, but mail, which nobody can ask", () => {
  const services = CONNECTIONS.filter(({ group }) => group !== "chats").map(({ name }) => name);
  expect(services.filter((name) => !Object.hasOwn(CHECKS, name))).toEqual(["mail"]);
});

it.each([
  ["typed into the app", {}, { SEARXNG_URL: "http://10.0.0.5" }, "guarded"],
  [
    "allowed on one's own network",
    {},
    { SEARXNG_URL: "http://10.0.0.5", SEARXNG_OWN_NETWORK: "true" },
    "guarded, but for 10.0.0.5:80",
  ],
  ["of the settings file", { SEARXNG_URL: "http://10.0.0.5" }, { SEARXNG_URL: "http://10.0.0.5" }, "plain"],
  ["of another service", {}, { SEARXNG_URL: "http://10.0.0.6" }, "plain"],
])("fetches an address that is %s as it should", async (_, env, settings, way) => {
  const fetch = serviceFetch({
    env,
    settings: () => settings,
    guard: { fetch: async () => new Response("guarded") },
    guardFor: (host) => ({ fetch: async () => new Response(`guarded, but for ${host}`) }),
    plain: async () => new Response("plain"),
  });
  expect(await (await fetch("http://10.0.0.5/search?q=owls", {})).text()).toBe(way);
});

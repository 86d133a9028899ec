/** A model that answers what was said since its last answer by the tags of it, so that each message can be found in one answer. */
import { openAiFrames } from "../../support/model-wire/openai-frames.ts";
import { type Reply, stream } from "../../support/model-wire/reply.ts";
import { startWireServer, type WireRequest, type WireServer } from "../../support/model-wire/wire-server.ts";

export interface StormModel {
  /** Lines of `.dev.vars`. */
  vars: Record<string, string>;
  close(): Promise<void>;
}

export const wordsOf = (tag: string) => `Please note <<${tag}>>.`;
const TAG = /<<([\w-]+)>>/g;
const NOTED = /\[([\w-]+)\]/g;

export function tagsOf(words: string): string[] {
  return [...words.matchAll(TAG)].map(([, tag = ""]) => tag);
}

/** The tags that an answer says it has noted, in its order. */
export function notedIn(answer: string): string[] {
  return [...answer.matchAll(NOTED)].map(([, tag = ""]) => tag);
}

export async function startStormModel(): Promise<StormModel> {
  const server: WireServer = await startWireServer((request) => {
    // What it was asked is not looked at later, and ten thousand histories are a lot.
    server.requests.length = 0;
    return answerTo(request);
  });
  return {
    vars: {
      OPENAI_BASE_URL: `${server.url}/v1`,
      OPENAI_API_KEY: "test-key",
      DEFAULT_MODEL: "openai/noting",
    },
    close: () => server.close(),
  };
}

function answerTo({ body }: WireRequest): Reply {
  const messages: { role: string; content: unknown }[] = body?.messages ?? [];
  const since = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
  const said = since.filter(({ role }) => role === "user").map(({ content }) => wordsIn(content));
  const tags = tagsOf(said.join(" ")).map((tag) => `[${tag}]`);
  return stream(openAiFrames({ text: ["Noted: ", tags.join(" ")] }));
}

/** What was said, without the moments that stand in it: these may tell of what was said long before. */
function wordsIn(content: unknown): string {
  return JSON.stringify(content).replaceAll(/<context>.*?<\/context>/g, "");
}

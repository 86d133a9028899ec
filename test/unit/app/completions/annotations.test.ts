import { describe, expect, it } from "vitest";
import { annotationsOf } from "../../../../src/app/completions/answer/annotations.ts";
import { ChatFrames } from "../../../../src/app/completions/chat/frames.ts";
import { ResponseFrames } from "../../../../src/app/completions/responses/frames.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import type { CitationPart } from "../../../../src/domain/message.ts";

function cited(index: number, url = `https://${index}.example/`): CitationPart {
  return { type: "citation", index, url, title: `Source ${index}` };
}

const TEXT = "Owls hunt [2] at night [1][2].";
const CITED = [cited(2), cited(1), cited(2)];
const AT = annotationsOf(TEXT, CITED);
const END = { finish: "stop" as const, usage: null, citations: CITED };
const conversation = trustId<"cnv">("cnv_0000000000annotated");

describe("The annotations of an answer", () => {
  it("stand where their markers do", () => {
    expect(AT.map(({ start_index, end_index }) => TEXT.slice(start_index, end_index))).toEqual([
      "[2]",
      "[1]",
      "[2]",
    ]);
    expect(AT.map(({ start_index }) => start_index)).toEqual([10, 23, 26]);
  });

  it("stand where the model streamed them: beside markers of nothing, in lists, and not in code or links", () => {
    const text = "`rows[1]` [9] [1](https://x.example/) both [9, 1, 3]. Then 【3†L2】.";
    const places = annotationsOf(text, [cited(1), cited(3), cited(3)]).map(
      ({ start_index, end_index, url }) => [text.slice(start_index, end_index), url],
    );
    expect(places).toEqual([
      ["[9, 1, 3]", "https://1.example/"],
      ["[9, 1, 3]", "https://3.example/"],
      ["【3†L2】", "https://3.example/"],
    ]);
  });

  it("have no place where the text has no marker, and no file is one", () => {
    expect(annotationsOf("Words.", [cited(1), cited(2, "notes/a.md")])).toEqual([
      { url: "https://1.example/", title: "Source 1", start_index: 0, end_index: 0 },
    ]);
  });

  it("come with the last chunk of chat completions", () => {
    const frames = new ChatFrames({
      head: { id: "x", created: 0, model: "m" },
      conversation,
      withUsage: false,
    });
    frames.text("Owls [9] hunt [2] ");
    frames.text("at night [1][2].");
    expect(frames.end(END)).toContain('"start_index":14,"end_index":17');
    expect(frames.end(END)).toContain(
      '"delta":{"annotations":[{"type":"url_citation","url_citation":{"url":"https://2.example/"',
    );
  });

  it("come as events of the Responses API, and in its item", () => {
    const asked = { model: "m" };
    const place = { conversation, turn_id: null, custom: new Set<string>() };
    const frames = new ResponseFrames({ head: { id: "x", created: 0, conversation, asked }, place });
    frames.text(TEXT);
    const told = frames.end(END);
    expect(told.match(/event: response\.output_text\.annotation\.added/g)).toHaveLength(3);
    expect(told).toContain('"annotations":[{"type":"url_citation","url":"https://2.example/"');
  });
});

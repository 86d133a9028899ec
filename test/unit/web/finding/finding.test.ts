import { describe, expect, it } from "vitest";
import type { ListedMessage } from "../../../../web/api/conversations/conversations.ts";
import { messagePath, placeOf } from "../../../../web/session/browser/routes.ts";
import { wordPlaces } from "../../../../web/thread/word-places.ts";
import { matching, stepIndex } from "../../../../web/ui/matching.ts";
import { message } from "../builders.ts";
import { OFFLINE, Stage } from "../fakes.ts";

describe("the address of a message", () => {
  it("has the words that were looked for, whatever they are", () => {
    const place = { message: "msg_1", words: "50 %: naïve/#?" };
    const path = messagePath("cnv_1", place);
    const { pathname, hash } = new URL(path, "http://nightjar.test");
    expect([pathname, placeOf(hash)]).toEqual(["/c/cnv_1", place]);
  });

  it("is none where it was cut or mistyped", () => {
    expect(placeOf("")).toBe(null);
    expect(placeOf("#a b")).toBe(null);
    expect(placeOf("#msg_1:%E0%A4%A")).toEqual({ message: "msg_1", words: "" });
  });
});

describe("words in a text", () => {
  it("are found with other endings and without accents, and no others", () => {
    const text = "The painters painted a café; rain fell on the train.";
    const found = (asked: string) => wordPlaces(text, asked).map(([start, end]) => text.slice(start, end));
    expect(found("painting")).toEqual(["painters", "painted"]);
    expect(found("CAFE rain")).toEqual(["café", "rain"]);
    expect(found(" ")).toEqual([]);
  });
});

describe("the palette", () => {
  it("lists what has all words, that which begins with them first", () => {
    const entries = [
      { label: "Save as Markdown", note: "" },
      { label: "Memory", note: "" },
      { label: "Settings", note: "memory, theme" },
    ];
    expect(matching(entries, "mem").map(({ label }) => label)).toEqual(["Memory", "Settings"]);
    expect(matching(entries, "mark save").map(({ label }) => label)).toEqual(["Save as Markdown"]);
  });

  it("goes around its ends, also when there is nothing", () => {
    expect([stepIndex(0, -1, 3), stepIndex(2, 1, 3), stepIndex(0, 1, 0)]).toEqual([2, 0, 0]);
  });
});

describe("a message far back", () => {
  const said = (at: number) =>
    message(`msg_${at}`, "user", "x", { parent_id: at === 1 ? null : `msg_${at - 1}` }) as ListedMessage;
  const opened = async (stage: Stage) => {
    stage.view = { seq: 20, head: "msg_3" };
    stage.pages = [
      { items: [said(3)], next_cursor: "msg_3" },
      { items: [said(2)], next_cursor: "msg_2" },
      { items: [said(1)], next_cursor: null },
    ];
    const session = stage.session("cnv_1");
    await session.open();
    return session;
  };

  it("is reached by reading back, no further than needed", async () => {
    const session = await opened(new Stage());
    expect(await session.reach("msg_2")).toBe(true);
    expect(session.thread.older).toBe("msg_2");
    expect(await session.reach("msg_1")).toBe(true);
  });

  it("is told from one of another branch, and from a lost network", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    expect(await session.reach("msg_9")).toBe(false);
    const other = await opened(stage);
    stage.failure = OFFLINE;
    expect(await other.reach("msg_1")).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import type { ConversationSummary } from "../../../src/channels/web/wire.ts";
import { RecentNews } from "../../../web/session/list/recent-news.ts";

const item = (id: string, title: string, state = "idle") => ({ id, title, state }) as ConversationSummary;

describe("news of conversations", () => {
  it("go before an index that does not know them yet", () => {
    const news = new RecentNews();
    news.hear({ what: "title", id: "cnv_1", title: "Tea" }, 0);
    news.hear({ what: "state", id: "cnv_1", state: "running" }, 0);
    expect(news.over([item("cnv_1", "")], 1000)).toEqual([item("cnv_1", "Tea", "running")]);
  });

  it("give way to the index once it has had time to learn", () => {
    const news = new RecentNews();
    news.hear({ what: "title", id: "cnv_1", title: "Tea" }, 0);
    news.hear({ what: "state", id: "cnv_1", state: "running" }, 0);
    expect(news.over([item("cnv_1", "Coffee", "parked")], 60_000)).toEqual([
      item("cnv_1", "Coffee", "parked"),
    ]);
    expect(news.over([item("cnv_1", "", "idle")], 60_000)).toEqual([item("cnv_1", "Tea", "idle")]);
  });

  it("are found by their words before the index has them", () => {
    const news = new RecentNews();
    news.over([item("cnv_1", ""), item("cnv_2", "Coffee")], 0);
    news.hear({ what: "title", id: "cnv_1", title: "A cup of Tea" }, 0);
    expect(news.matching(" tea", 100).map((found) => found.id)).toEqual(["cnv_1"]);
    news.forget("cnv_1");
    expect(news.matching("tea", 100)).toEqual([]);
  });
});

/** Replies to a chat platform, over the network, with an instance that is killed while it sends them. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { DeliveryView } from "../../durable-objects/conversation/views/delivery-views.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { until } from "../support/process/until.ts";
import { TestChat } from "../support/test-channel/chat.ts";
import { startTestChannel, type TestChannelServer } from "../support/test-channel/server.ts";

let model: ScriptedModel;
let platform: TestChannelServer;
let nightjar: Nightjar;
beforeEach(async () => {
  model = await ScriptedModel.start();
  platform = await startTestChannel();
  nightjar = await startNightjar({
    vars: model.vars,
    entry: "test/workers/channel-worker.ts",
    launcher: "runtime",
  });
});
afterEach(async () => {
  await nightjar?.dispose();
  model?.close();
  await platform?.close();
});

/** Each fills more than half of what one message holds there. */
const PARTS = ["One", "Two", "Three", "Four", "Five"].map(
  (word) => `${word} is a part of the reply that is too long to share a message with any other part of it.`,
);

it("a reply goes on where it was: in order, whole, and no part but those in flight twice", async () => {
  const [one, two, three, four, five] = PARTS;
  model.script((reply) => reply.text(PARTS.join("\n\n")));
  const chat = await TestChat.open(platform.url, "plain", nightjar);
  const deliveries = () =>
    nightjar.request<{ items: DeliveryView[] }>("GET", `/conversations/${chat.conversation}/deliveries`);
  await chat.faults({ fault: "none" }, { fault: "hold" });
  expect(await chat.write("7", "Tell me all of it.")).toBe("accepted");
  await chat.arrived(2);
  expect((await deliveries()).items).toMatchObject([{ status: "pending", chunks: 5, sent: 1 }]);

  await nightjar.kill9();
  await chat.faults({ fault: "none" }, { fault: "limit", retry_after_ms: 200 }, { fault: "error" });
  await chat.faults({ fault: "none" }, { fault: "hold" });
  await nightjar.start();
  expect(await chat.write("7", "Tell me all of it.")).toBe("duplicate");
  await chat.arrived(5);

  await nightjar.kill9();
  await nightjar.start();
  const { items } = await until(deliveries, (page) => page.items.every(({ status }) => status !== "pending"));
  expect(items).toMatchObject([{ kind: "reply", status: "sent", chunks: 5, sent: 5, reason: null }]);
  const { messages } = await chat.arrived(7);
  expect(messages.map(({ text }) => text)).toEqual([one, two, two, three, four, four, five]);
  expect(model.requests).toHaveLength(1);
});

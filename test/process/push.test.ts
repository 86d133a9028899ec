import { afterAll, beforeAll, expect, it } from "vitest";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { until } from "../support/process/until.ts";
import { WebhookReceiver } from "../support/process/webhook-receiver.ts";
import { PushService } from "../support/push/push-service.ts";

let service: PushService;
let receiver: WebhookReceiver;
let nightjar: Nightjar;

beforeAll(async () => {
  service = await PushService.start();
  receiver = await WebhookReceiver.start();
  const vars = { FETCH_ALLOW_HOSTS: `${service.host},${receiver.host}`, DEFAULT_MODEL: "offline/nightjar" };
  nightjar = await startNightjar({ launcher: "runtime", vars });
});
afterAll(async () => {
  await nightjar.dispose();
  await service.close();
  await receiver.close();
});

it("tells a browser of what its person has not read, once, by keys that survive a kill, until it takes no more", async () => {
  const key = () => nightjar.request<{ public_key: string }>("GET", "/push/key");
  const { public_key } = await key();
  const browser = service.browser(public_key);
  const { id } = await nightjar.request<{ id: string }>("POST", "/push/subscriptions", {
    ...browser.subscription,
    device: "Desk",
  });
  const said = await nightjar.request<{ conversation_id: string }>("POST", "/notify", {
    message: "The night train is late",
  });
  const path = `/c/${said.conversation_id}`;
  await until(
    async () => browser.arrived,
    (arrived) => arrived.some((notice) => notice.path === path),
  );
  await nightjar.kill9();
  await nightjar.start();
  expect(await key()).toEqual({ public_key });
  const listed = () =>
    nightjar.request<{ items: { id: string; device: string }[] }>("GET", "/push/subscriptions");
  expect((await listed()).items).toMatchObject([{ id, device: "Desk", service: service.host }]);
  // A new title of it is nothing new in it.
  await nightjar.request("PATCH", `/conversations/${said.conversation_id}`, { title: "Trains" });
  const other = await nightjar.request<{ conversation_id: string }>("POST", "/notify", {
    message: "It has come",
  });
  await until(
    async () => browser.arrived,
    (arrived) => arrived.some((notice) => notice.path === `/c/${other.conversation_id}`),
  );
  expect(browser.arrived.filter((notice) => notice.path === path)).toHaveLength(1);
  expect(service.refused).toEqual([]);
  browser.isGone = true;
  await nightjar.request("POST", "/notify", { message: "Goodbye" });
  await until(listed, ({ items }) => items.length === 0);
});

it("sends the events of a turn to a webhook though the power goes at the end of the turn, each under one id", async () => {
  await nightjar.request("POST", "/webhook-endpoints", {
    name: "Board",
    url: `http://${receiver.host}/in`,
    events: ["message.created", "turn.ended"],
  });
  const said = await nightjar.request<{ conversation_id: string }>("POST", "/chat", {
    message: "Good evening",
  });
  await nightjar.kill9();
  await nightjar.start();
  const theirs = () => receiver.events.filter(({ conversation }) => conversation === said.conversation_id);
  const found = await until(
    async () => theirs(),
    (events) => new Set(events.map(({ id }) => id)).size === 3,
  );
  const types = new Map(found.map(({ id, type }) => [id, type]));
  expect([...types.values()].sort()).toEqual(["message.created", "message.created", "turn.ended"]);
});

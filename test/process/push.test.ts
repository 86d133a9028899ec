import { afterAll, beforeAll, expect, it } from "vitest";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { until } from "../support/process/until.ts";
import { PushService } from "../support/push/push-service.ts";

let service: PushService;
let nightjar: Nightjar;

beforeAll(async () => {
  service = await PushService.start();
  const vars = { FETCH_ALLOW_HOSTS: service.host, DEFAULT_MODEL: "offline/nightjar" };
  nightjar = await startNightjar({ launcher: "runtime", vars });
});
afterAll(async () => {
  await nightjar.dispose();
  await service.close();
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

import { expect, test } from "vitest";
import { asOperator, Browser } from "../auth/browser.ts";
import { somebody } from "./somebody.ts";

const ODD = "../Ada\n\u0000Root\u200b";
const EVEN = "Ada Root";

test("what somebody is called is one line that leads nowhere, however they come by it", async () => {
  const ann = await somebody("member");
  expect(await (await ann.ask("PATCH", "/me", { name: ODD })).json()).toMatchObject({ name: EVEN });
  expect((await ann.ask("PATCH", "/me", { name: "../\n" })).status).toBe(400);
  expect((await asOperator("POST", "/users", { name: ODD })).body["name"]).toBe(EVEN);
  const { body } = await asOperator("POST", "/invites", { name: "Guests", role: "guest" });
  const visit = { code: body["code"], name: ODD };
  expect((await new Browser().ask("POST", "/auth/visit", { body: visit })).body["name"]).toBe(EVEN);
});

test("what agents and clients are called is too", async () => {
  const agent = { slug: "odd-name", name: ODD, instructions: "Help." };
  expect((await asOperator("POST", "/agents", agent)).body["name"]).toBe(EVEN);
  expect((await asOperator("POST", "/clients", { slug: "odd-client", name: ODD })).body["name"]).toBe(EVEN);
});

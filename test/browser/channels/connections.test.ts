import { expect, inject, it } from "vitest";
import { WIRE_BOT } from "../../support/telegram/server.ts";
import { message, update } from "../../support/telegram/updates.ts";
import { TelegramWire } from "../../support/telegram/wire.ts";
import { scriptedStage } from "../support/scripted-stage.ts";
import "../support/provided.ts";

const stage = scriptedStage();

it("an operator pastes a bot's token, is told what is wrong with it, opens the bot as themselves, and disconnects it", async () => {
  const wire = new TelegramWire(inject("telegramUrl"));
  const page = await stage.context.newPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/connections");
  const chats = page.getByRole("region", { name: "Chat bots" });
  await chats.getByRole("button", { name: "Connect Telegram" }).click();
  const token = chats.getByLabel("Bot token");
  const connect = chats.getByRole("button", { name: "Connect Telegram" });
  await expect
    .poll(() => chats.getByRole("link", { name: "Open page" }).getAttribute("href"))
    .toBe("https://t.me/BotFather");
  await token.fill("my bot");
  await connect.click();
  await chats.getByText("That isn't a bot token").waitFor();
  await token.fill("7001:no-such-token");
  await connect.click();
  await chats.getByText("rejected the bot token").waitFor();
  await token.fill(WIRE_BOT.token);
  await connect.click();
  await chats.getByText("Nightjar fetches messages from Telegram. No public address needed.").waitFor();
  expect(await page.content()).not.toContain(WIRE_BOT.token);

  await chats.getByRole("button", { name: "Link my Telegram account" }).click();
  await chats.getByRole("img", { name: "Code to open Telegram on your phone" }).waitFor();
  const address = await chats.getByRole("link", { name: "Open Telegram" }).getAttribute("href");
  const code = new URL(address ?? "").searchParams.get("start");
  await wire.written(update({ message: message({ message_id: 1, text: `/start ${code}` }) }));
  expect((await wire.view({ count: 1 })).messages[0]?.text).toMatch(/^Linked/);
  await page.reload();
  await chats.getByText("Last message from Mona Lee").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);

  await chats.getByRole("button", { name: "Options of Telegram" }).click();
  await page.getByRole("menuitem", { name: "Add another bot" }).click();
  await chats.getByLabel("Short name").fill("Work");
  await chats.getByLabel("Bot token").fill("7002:no-such-token");
  await connect.click();
  await chats.getByText("rejected the bot token").waitFor();
  await chats.getByRole("button", { name: "Cancel" }).click();

  const media = page.getByRole("region", { name: "Pictures and speech" });
  await media.getByText("Reading aloud").waitFor();
  await page.getByRole("region", { name: "Weather" }).getByText("Open-Meteo").waitFor();

  await chats.getByRole("button", { name: "Options of Telegram" }).click();
  await page.getByRole("menuitem", { name: "Disconnect Telegram" }).click();
  await chats.getByRole("button", { name: "Connect Telegram" }).waitFor();
});

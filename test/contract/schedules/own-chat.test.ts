/** Which of an owner's conversations on a channel is theirs alone, over D1's own SQL. */
import { expect, test } from "vitest";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { ConversationIndex } from "../../../src/storage/d1/index/conversations.ts";
import { nodeD1 } from "../../support/node-d1.ts";

async function hosted() {
  const index = new ConversationIndex(openDatabase(nodeD1()));
  const at = (id: string, updated_at: number, own_chat: boolean | null, channel = "telegram") =>
    index.insert({ id, owner: "admin", channel, own_chat, created_at: 1, updated_at });
  await at("cnv_own", 10, true);
  await at("cnv_unknown", 20, null);
  await at("cnv_guest", 30, false);
  await at("cnv_web", 40, null, "web");
  const newest = async (on: string[], isOwnChat: boolean) =>
    (await index.newest("admin", { on, except: "", isOwnChat }))?.id;
  return newest;
}

test("what is for its owner alone goes to their own chat, though a guest has written in another since", async () => {
  const newest = await hosted();
  expect(await newest(["telegram"], true)).toBe("cnv_own");
  expect(await newest(["slack"], true)).toBeUndefined();
});

test("in the app every conversation of theirs is theirs", async () => {
  expect(await (await hosted())(["web", "http"], false)).toBe("cnv_web");
});

/** Something comes a second time: a decision about a call that was decided, a message that a platform sends again. */
import { type Somebody, somebody } from "../../people/somebody.ts";
import { openChat } from "../chats.ts";
import { aPerson, atRest, MODEL } from "../person.ts";
import { type Attempt, EVIL, order, PAGE, VISIT } from "../scenario.ts";

/** How often an agent has answered them, in all of their conversations. */
async function answersTo(who: Somebody): Promise<number> {
  const itemsAt = async <T>(path: string) =>
    (await (await who.ask("GET", path)).json<{ items: T[] }>()).items;
  const places = await itemsAt<{ id: string }>("/conversations");
  const said = await Promise.all(
    places.map(({ id }) => itemsAt<{ role: string }>(`/conversations/${id}/messages`)),
  );
  return said.flat().filter(({ role }) => role === "assistant").length;
}

export const TWICE: Attempt[] = [
  {
    name: "a no that comes after a yes passes for one",
    async tries(n, { pages }) {
      const filled = (text: string) => text.replaceAll("{n}", n);
      pages.set(filled(PAGE), order("web_fetch", { url: filled(EVIL) }));
      const person = await aPerson(n);
      const { conversation_id } = await person.call("POST", "/chat", {
        message: filled(VISIT),
        model: MODEL,
      });
      const [asked] = await atRest(person, conversation_id);
      const decided = async (decision: string) => {
        const body = { call_id: asked?.call_id, decision };
        const answer = await person.ask("POST", `/conversations/${conversation_id}/approvals`, body);
        return { status: answer.status, text: await answer.text() };
      };
      const first = await decided("allow_once");
      const at_once = await decided("deny");
      await atRest(person, conversation_id);
      const later = await decided("deny");
      const isTold = [at_once, later].every(
        ({ status, text }) => status === 409 && text.includes("already allowed by"),
      );
      return first.status < 300 && isTold ? undefined : [first, at_once, later];
    },
  },
  {
    name: "a message that is sent again after /new",
    async tries(n) {
      const who = await somebody("member");
      const chat = { channel: "slack", name: `again-${n}`, person: who.id } as const;
      const { write, arrived } = await openChat(chat);
      const receipts = [await write("1", "@obeyer Hello")];
      await arrived(1);
      receipts.push(await write("2", "/new"));
      await arrived(2);
      receipts.push(await write("1", "@obeyer Hello"), await write("3", "@obeyer Hello again"));
      await arrived(3);
      const answers = await answersTo(who);
      const isOnce = receipts.join() === "accepted,accepted,duplicate,accepted" && answers === 2;
      return isOnce ? undefined : [receipts, answers];
    },
  },
];

/** Automatic recall in the middle of a talk: with the newest message alone, and with what was said before it. */
import type { Memory } from "../client.ts";
import { everydayInTalk, followUps, type InTalk, type Part, toldConversations, toldId } from "./fixtures.ts";

export const PARTS: readonly Part[] = ["dev", "held out"];

/** What the questions that lean on a talk are answered by. */
export async function indexTalks(memory: Memory): Promise<void> {
  for (const part of PARTS)
    for (const [id, turns] of toldConversations(followUps(part), groupOf(part)))
      await memory.index(id, turns);
}

export async function printTalks(memory: Memory): Promise<void> {
  console.log(`\nIn the middle of a talk, among ${memory.items} passages and files`);
  for (const part of PARTS) {
    const [alone, inTalk] = [await counted(memory, part, () => []), await counted(memory, part, earlierOf)];
    for (const [name, { found, nothing }] of [
      ["newest alone", alone] as const,
      ["with the talk", inTalk] as const,
    ])
      console.log(
        `${part.padEnd(9)} ${name.padEnd(14)} found ${found}; nothing for everyday messages ${nothing}`,
      );
  }
}

type EarlierOf = (message: InTalk) => InTalk["earlier"];

const earlierOf: EarlierOf = ({ earlier }) => earlier;

async function counted(memory: Memory, part: Part, earlier: EarlierOf) {
  const shown = async (message: InTalk) =>
    (await memory.looked(message.text, earlier(message))).filter(({ recalled }) => recalled);
  const [asked, everyday] = [followUps(part), everydayInTalk(part)];
  let [found, nothing] = [0, 0];
  for (const [number, question] of asked.entries())
    if ((await shown(question)).some(({ id }) => id === toldId(number, groupOf(part)))) found += 1;
  for (const message of everyday) if ((await shown(message)).length === 0) nothing += 1;
  return { found: `${found} of ${asked.length}`, nothing: `${nothing} of ${everyday.length}` };
}

function groupOf(part: Part): string {
  return part.replace(" ", "-");
}

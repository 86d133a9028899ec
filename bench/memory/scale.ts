/** Many more turns, made by joining halves of the file's own: words come as often as they do in real talk. */
import type { BenchData, BenchTurn } from "./data.ts";

export const PER_CONVERSATION = 500;
const PER_SESSION = 25;

export interface MadeConversation {
  id: string;
  turns: BenchTurn[];
}

/** The same ones for the same file. */
export function* madeConversations(data: BenchData): Generator<MadeConversation> {
  const turns = data.conversations.flatMap((conversation) => conversation.turns);
  let state = 1;
  const pick = (): BenchTurn => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const turn = turns[state % turns.length];
    if (turn === undefined) throw new Error("the file has no turns");
    return turn;
  };
  for (let number = 0; ; number++) {
    yield {
      id: `made-${number}`,
      turns: Array.from({ length: PER_CONVERSATION }, (_, at) => {
        const [first, second] = [pick(), pick()];
        return {
          ...first,
          id: `made-${number}:${at}`,
          session: Math.floor(at / PER_SESSION),
          text: joined(first, second),
        };
      }),
    };
  }
}

function joined(first: BenchTurn, second: BenchTurn): string {
  const [one, two] = [first.text.split(" "), second.text.split(" ")];
  return [...one.slice(0, one.length >> 1), ...two.slice(two.length >> 1)].join(" ");
}

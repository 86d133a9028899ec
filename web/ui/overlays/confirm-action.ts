import { mount, unmount } from "svelte";
import Confirm from "./Confirm.svelte";

interface Question {
  title: string;
  text: string;
  /** Label of the button that does it. */
  action: string;
}

/** Asks before an action that cannot be undone. Resolves whether it was confirmed; leaving the page declines. */
export async function confirmAction(question: Question): Promise<boolean> {
  return (await ask(question)) !== undefined;
}

/** Like `confirmAction`, with a box to tick, which is ticked at first. Undefined when it was declined. */
export function confirmChoice(
  question: Question & { choice: string },
): Promise<{ isChosen: boolean } | undefined> {
  return ask(question);
}

function ask(question: Question & { choice?: string }): Promise<{ isChosen: boolean } | undefined> {
  return new Promise((resolve) => {
    let answer: { isChosen: boolean } | undefined;
    const onclose = () => {
      removeEventListener("popstate", onclose);
      void unmount(dialog);
      resolve(answer);
    };
    const onconfirm = (isChosen: boolean) => {
      answer = { isChosen };
    };
    const target = document.querySelector("#app") ?? document.body;
    const dialog = mount(Confirm, { target, props: { ...question, onconfirm, onclose } });
    addEventListener("popstate", onclose);
  });
}

import { mount, unmount } from "svelte";
import Confirm from "./Confirm.svelte";

interface Question {
  title: string;
  text: string;
  /** Label of the button that does it. */
  action: string;
}

/** Asks before an action that cannot be undone. Resolves whether it was confirmed; leaving the page declines. */
export function confirmAction(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    let isConfirmed = false;
    const onclose = () => {
      removeEventListener("popstate", onclose);
      void unmount(dialog);
      resolve(isConfirmed);
    };
    const onconfirm = () => {
      isConfirmed = true;
    };
    const target = document.querySelector("#app") ?? document.body;
    const dialog = mount(Confirm, { target, props: { ...question, onconfirm, onclose } });
    addEventListener("popstate", onclose);
  });
}

/** What can be done on the page that is shown, for the palette: whoever shows a menu offers what is in it. */
import type { IconName } from "../ui/pictures/icons.ts";

export interface Action {
  label: string;
  icon: IconName;
  run(): void;
}

/** Read when the palette is opened: nothing follows it. */
let offers: readonly (() => readonly Action[])[] = [];

export const actions = {
  get all(): readonly Action[] {
    return offers.flatMap((offer) => offer());
  },
  /** Until the returned function is called. */
  offer(actions: () => readonly Action[]): () => void {
    offers = [...offers, actions];
    return () => {
      offers = offers.filter((other) => other !== actions);
    };
  },
};

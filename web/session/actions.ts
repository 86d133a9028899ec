/** Actions on the current page, for the palette: components with a menu offer its entries here. */
import type { IconName } from "../ui/pictures/icons.ts";

export interface Action {
  label: string;
  icon: IconName;
  run(): void;
}

/** Read when the palette opens; not reactive. */
let offers: readonly (() => readonly Action[])[] = [];

export const actions = {
  get all(): readonly Action[] {
    return offers.flatMap((offer) => offer());
  },
  /** Offers the actions until the returned function is called. */
  offer(actions: () => readonly Action[]): () => void {
    offers = [...offers, actions];
    return () => {
      offers = offers.filter((other) => other !== actions);
    };
  },
};

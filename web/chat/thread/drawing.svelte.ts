/** What of a conversation is drawn: `thread/near.ts` by what is looked at on this page. */
import { flushSync } from "svelte";
import { wantWhole } from "../../markdown/whole.svelte.ts";
import type { Exchange } from "../../thread/exchanges.ts";
import { Near, type Row } from "../../thread/near.ts";

export class Drawing {
  /** What scrolls; set by the page. */
  scroller = $state<HTMLDivElement>();
  /** All that is near is there. */
  isSettled = $state(false);
  private readonly near = new Near();
  /** Grows with each change of what is drawn. */
  private changes = $state(0);
  private whenSettled = () => {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly sizes = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) this.measured(target, borderBoxSize[0]?.blockSize ?? 0);
  });
  readonly rows: readonly Row[];

  /** Begins with the component that it is made in, and ends with it. */
  constructor(exchanges: () => readonly Exchange[]) {
    this.rows = $derived.by(() => {
      void this.changes;
      return this.near.rows(exchanges());
    });
    $effect(() => {
      void this.rows;
      this.wake();
    });
    $effect(() => () => clearTimeout(this.timer));
  }

  /** What is near may be another thing now. */
  look(): void {
    const { scroller } = this;
    if (!scroller) return;
    this.near.look({ top: scroller.scrollTop, height: scroller.clientHeight });
    if (!isSelectingIn(scroller)) {
      const focused = keyAround(document.activeElement);
      if (this.near.letGo((key) => key === focused)) this.changes += 1;
    }
    this.wake();
  }

  isAbove(exchange: Exchange): boolean {
    return this.near.isAbove(exchange);
  }

  /** Somebody has pressed or written something there: what they opened, or write, stays. */
  used(target: unknown): void {
    const key = keyAround(target);
    if (key !== undefined) this.near.use(key);
  }

  /** The element of a message, drawn; null when it is not in what was read. */
  reach(message_id: string): HTMLElement | null {
    if (!this.near.goTo(message_id)) return null;
    flushSync(() => {
      this.changes += 1;
      wantWhole(true);
    });
    wantWhole(false);
    return this.scroller?.querySelector(`[data-message="${CSS.escape(message_id)}"]`) ?? null;
  }

  /** Resolves when all that was read of the conversation is drawn. It stays so until it was printed. */
  drawAll(): Promise<void> {
    this.near.wantAll(true);
    this.changes += 1;
    return new Promise((resolve) => {
      this.whenSettled = resolve;
    });
  }

  /** At once: the browser prints what is there when this returns. */
  beforePrint(): void {
    this.near.wantAll(true);
    this.near.drawAll();
    flushSync(() => {
      this.changes += 1;
      wantWhole(true);
    });
  }

  afterPrint(): void {
    this.near.wantAll(false);
    wantWhole(false);
    this.look();
  }

  /** An attachment of each exchange: its height is remembered when it is let go. */
  readonly sized = (node: HTMLElement) => {
    this.sizes.observe(node);
    return () => this.sizes.unobserve(node);
  };

  private wake(): void {
    this.timer ??= setTimeout(() => this.drawNext());
  }

  /** One at a time, so that the page stays at hand. */
  private drawNext(): void {
    this.timer = undefined;
    this.isSettled = !this.near.drawNext();
    if (this.isSettled) this.whenSettled();
    else this.changes += 1;
  }

  private measured(node: Element, height: number): void {
    const key = keyAround(node);
    if (key !== undefined) this.near.measured(key, height);
  }
}

function keyAround(node: unknown): string | undefined {
  const exchange = node instanceof Element ? node.closest<HTMLElement>("[data-key]") : null;
  return exchange?.dataset["key"];
}

/** What is selected has to be there when it is copied. */
function isSelectingIn(node: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection?.isCollapsed === false && node.contains(selection.anchorNode);
}

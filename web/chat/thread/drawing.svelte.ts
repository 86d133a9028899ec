/** Exchanges of a conversation that are drawn: `thread/near.ts` applied to this page's scroll position. */
import { flushSync } from "svelte";
import { wantWhole } from "../../markdown/whole.svelte.ts";
import type { Exchange } from "../../thread/exchanges.ts";
import { Near, type Row } from "../../thread/near.ts";

export class Drawing {
  /** The scroll container; set by the page. */
  scroller = $state<HTMLDivElement>();
  /** Whether everything near is drawn. */
  isSettled = $state(false);
  private readonly near = new Near();
  /** Grows with each change of the drawn rows. */
  private changes = $state(0);
  private whenSettled = () => {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly sizes = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) this.measured(target, borderBoxSize[0]?.blockSize ?? 0);
  });
  readonly rows: readonly Row[];

  /** Lives as long as the component that creates it. */
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

  /** Call it when other exchanges may be near. */
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

  /** Keeps an exchange drawn after somebody pressed or wrote something in it. */
  used(target: unknown): void {
    const key = keyAround(target);
    if (key !== undefined) this.near.use(key);
  }

  /** Draws a message and returns its element; null when it is not among those that were read. */
  reach(message_id: string): HTMLElement | null {
    if (!this.near.goTo(message_id)) return null;
    flushSync(() => {
      this.changes += 1;
      wantWhole(true);
    });
    wantWhole(false);
    return this.scroller?.querySelector(`[data-message="${CSS.escape(message_id)}"]`) ?? null;
  }

  /** Resolves when everything that was read is drawn. It stays drawn until it was printed. */
  drawAll(): Promise<void> {
    this.near.wantAll(true);
    this.changes += 1;
    return new Promise((resolve) => {
      this.whenSettled = resolve;
    });
  }

  /** Draws synchronously: the browser prints the page as it is when this returns. */
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

  /** An attachment of each exchange, which remembers its height when it is removed. */
  readonly sized = (node: HTMLElement) => {
    this.sizes.observe(node);
    return () => this.sizes.unobserve(node);
  };

  private wake(): void {
    this.timer ??= setTimeout(() => this.drawNext());
  }

  /** One at a time, so that the page stays responsive. */
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

/** A selection must be on the page when it is copied. */
function isSelectingIn(node: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection?.isCollapsed === false && node.contains(selection.anchorNode);
}

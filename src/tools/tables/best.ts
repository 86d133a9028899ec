/** The first few of any number of entries, by an order. */
export class Best<Entry> {
  private readonly most: number;
  private readonly order: (a: Entry, b: Entry) => number;
  private kept: Entry[] = [];

  constructor(most: number, order: (a: Entry, b: Entry) => number) {
    this.most = most;
    this.order = order;
  }

  add(entry: Entry): void {
    this.kept.push(entry);
    if (this.kept.length >= this.most * 8 + 64) this.cut();
  }

  list(): Entry[] {
    this.cut();
    return this.kept;
  }

  private cut(): void {
    this.kept = this.kept.sort(this.order).slice(0, this.most);
  }
}

import { describe, expect, it } from "vitest";
import type { Exchange } from "../../../../web/thread/exchanges.ts";
import { isGap, Near, type Row } from "../../../../web/thread/near.ts";

const MANY = 5_000;
const HEIGHT = 100;

/** Exchanges of which each is measured as 100 px high as soon as it is drawn. */
function many(count = MANY): Exchange[] {
  return Array.from({ length: count }, (_, at) => ({
    key: `e${at}`,
    items: [{ kind: "person", entry: { message: { id: `msg_${at}` } }, text: "" } as never],
  }));
}

/** Draws all that is near, as the page does it. */
function settled(near: Near, exchanges: readonly Exchange[]): Row[] {
  const rows = () => near.rows(exchanges);
  do for (const { key } of rows().filter((row) => !isGap(row))) near.measured(key, HEIGHT);
  while (near.drawNext());
  return rows();
}

const drawn = (rows: readonly Row[]) => rows.flatMap((row) => (isGap(row) ? [] : [Number(row.key.slice(1))]));
const heightOf = (rows: readonly Row[]) =>
  rows.reduce((sum, row) => sum + (isGap(row) ? row.gap : HEIGHT), 0);

describe("which of ten thousand messages stand on the page", () => {
  it("are those at the end, when a conversation is opened, and the newest of them first", () => {
    const near = new Near();
    const exchanges = many();
    expect(drawn(near.rows(exchanges))).toEqual([MANY - 1]);
    near.drawNext();
    expect(drawn(near.rows(exchanges))).toEqual([MANY - 2, MANY - 1]);
    const rows = settled(near, exchanges);
    expect(drawn(rows).length).toBeLessThan(100);
    expect(drawn(rows).at(-1)).toBe(MANY - 1);
    expect(rows.filter(isGap)).toHaveLength(1);
  });

  it("are those near what is looked at, and the newest: what is far is let go, and room of its height stays", () => {
    const near = new Near();
    const exchanges = many();
    for (const { key } of exchanges) near.measured(key, HEIGHT);
    const before = heightOf(settled(near, exchanges));
    near.look({ top: 250_000, height: 800 });
    expect(near.letGo(() => false)).toBe(true);
    const rows = settled(near, exchanges);
    expect(drawn(rows)).toEqual(expect.arrayContaining([2_490, 2_500, 2_507, 2_515, MANY - 1]));
    expect(drawn(rows).length).toBeLessThan(60);
    expect(heightOf(rows)).toBe(before);
    expect(near.letGo(() => false)).toBe(false);
  });

  it("are also those that somebody has used, or that may not go now, wherever one looks", () => {
    const near = new Near();
    const exchanges = many();
    settled(near, exchanges);
    near.use(`e${MANY - 3}`);
    near.look({ top: 0, height: 800 });
    near.letGo((key) => key === `e${MANY - 5}`);
    const rows = drawn(settled(near, exchanges));
    expect(rows).toEqual(expect.arrayContaining([0, MANY - 5, MANY - 3, MANY - 1]));
    expect(rows).not.toContain(MANY - 2);
    expect(rows).not.toContain(MANY - 4);
  });

  it("are those around a message that is gone to, itself first", () => {
    const near = new Near();
    const exchanges = many();
    settled(near, exchanges);
    expect(near.goTo("msg_42")).toBe(true);
    expect(drawn(near.rows(exchanges))).toContain(42);
    near.letGo(() => false);
    expect(drawn(settled(near, exchanges)).slice(0, -1)).toEqual(expect.arrayContaining([41, 43, 50]));
    expect(near.goTo("msg_none")).toBe(false);
  });

  it("stay when older ones come in above, or a newer one below", () => {
    const near = new Near();
    const exchanges = many();
    const some = exchanges.slice(4_000);
    const before = drawn(settled(near, some));
    expect(drawn(near.rows(exchanges))).toEqual(before);
    const more = [...exchanges, { key: `e${MANY}`, items: [] }];
    expect(drawn(near.rows(more))).toEqual([...before, MANY]);
  });

  it("are all of them while they are printed", () => {
    const near = new Near();
    const exchanges = many(300);
    settled(near, exchanges);
    near.wantAll(true);
    expect(settled(near, exchanges)).toHaveLength(300);
    near.look({ top: 0, height: 800 });
    expect(near.letGo(() => false)).toBe(false);
    near.wantAll(false);
    near.letGo(() => false);
    expect(near.rows(exchanges).length).toBeLessThan(100);
  });

  it("tells whether one comes into sight by its end or by its beginning", () => {
    const near = new Near();
    const exchanges = many(50);
    for (const { key } of exchanges) near.measured(key, HEIGHT);
    settled(near, exchanges);
    near.look({ top: 2_000, height: 800 });
    const isAbove = (at: number) => near.isAbove(exchanges[at] as Exchange);
    expect([isAbove(0), isAbove(19), isAbove(40)]).toEqual([true, true, false]);
  });
});

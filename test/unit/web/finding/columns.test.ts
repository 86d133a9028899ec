import { expect, it } from "vitest";
import { type Column, sortingAfter, sortRows } from "../../../../web/ui/kit/columns.ts";

interface Fruit {
  name: string;
  price: number | null;
}
const NAME: Column<Fruit> = { name: "name", label: "Name", text: ({ name }) => name };
const PRICE: Column<Fruit> = {
  name: "price",
  label: "Price",
  isNumber: true,
  text: ({ price }) => `$${price}`,
  by: ({ price }) => price,
};
const COLUMNS = [NAME, PRICE];
const FRUITS: Fruit[] = [
  { name: "pear 10", price: 9 },
  { name: "Apple", price: null },
  { name: "pear 9", price: 100 },
];
const namesBy = (column: string, isDown: boolean) =>
  sortRows(FRUITS, COLUMNS, { column, isDown }).map(({ name }) => name);

it("keeps the rows as they come until somebody sorts them", () => {
  expect(sortRows(FRUITS, COLUMNS, null)).toBe(FRUITS);
});

it("sorts words as people do, and figures by their size", () => {
  expect(namesBy("name", false)).toEqual(["Apple", "pear 9", "pear 10"]);
  expect(namesBy("price", false)).toEqual(["pear 10", "pear 9", "Apple"]);
});

it("leaves what is unknown at the end in both directions", () => {
  expect(namesBy("price", true)).toEqual(["pear 9", "pear 10", "Apple"]);
});

it("begins with the largest figure and the first word, and turns round at the second click", () => {
  const once = sortingAfter(null, PRICE);
  expect(once).toEqual({ column: "price", isDown: true });
  expect(sortingAfter(once, PRICE)).toEqual({ column: "price", isDown: false });
  expect(sortingAfter(once, NAME)).toEqual({ column: "name", isDown: false });
});

import { expect, test } from "vitest";
import { renderPlain } from "../../../src/channels/render-plain.ts";

test("the words stay and the marks go", () => {
  expect(renderPlain("# Night\n\nA **loud** and _soft_ and ~~gone~~ *bird*.")).toBe(
    "Night\n\nA loud and soft and gone bird.",
  );
});

test("a link shows its address once", () => {
  expect(renderPlain("[site](https://a.example/x) and [https://b.example](https://b.example)")).toBe(
    "site (https://a.example/x) and https://b.example",
  );
});

test("lists have bullets, and numbers stay", () => {
  expect(renderPlain("- one\n  - [x] two\n1. three")).toBe("• one\n  • ☑ two\n1. three");
});

test("code is as it was written", () => {
  expect(renderPlain("Run `a * b * c`:\n\n```sh\n# no heading\n- no list\n```")).toBe(
    "Run a * b * c:\n\n# no heading\n- no list",
  );
});

test("snake_case_names and 2 * 3 * 4 are no emphasis", () => {
  expect(renderPlain("snake_case_name is 2 * 3 * 4")).toBe("snake_case_name is 2 * 3 * 4");
});

import { describe, expect, test } from "vitest";
import type { Condition } from "../../../src/domain/hook.ts";
import { passedOver } from "../../../src/hooks/filter.ts";
import { FIELD, type Payload, readPayload, valueAt } from "../../../src/hooks/payload.ts";
import { renderTemplate, templateProblem } from "../../../src/hooks/template.ts";

function read(body: string, headers: Record<string, string> = { "content-type": "application/json" }) {
  return readPayload(new TextEncoder().encode(body), new Headers(headers));
}

const ISSUE: Payload = {
  headers: { "x-github-event": "issues" },
  body: {
    action: "opened",
    issue: { title: "It {{breaks}}", number: 7, labels: ["bug", "ui"] },
    empty: null,
  },
};

describe("what a delivery says", () => {
  test("is JSON, a form whose field may be JSON, or text", () => {
    expect(read('{"a":[1]}')).toEqual({ headers: { "content-type": "application/json" }, body: { a: [1] } });
    const form = read("payload=%7B%22a%22%3A1%7D&b=two", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(form).toMatchObject({ body: { payload: { a: 1 }, b: "two" } });
    const github = read("payload=%7B%22action%22%3A%22opened%22%7D", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(github).toMatchObject({ body: { action: "opened" } });
    // Filters that were written for the form still hold.
    expect(valueAt(github as Payload, "body.action")).toBe("opened");
    expect(valueAt(github as Payload, "body.payload.action")).toBe("opened");
    expect(read("It is down", { "content-type": "text/plain" })).toMatchObject({ body: "It is down" });
    expect(read('{"a":1}', {})).toMatchObject({ body: { a: 1 } });
  });

  test("is told to be unreadable where it is broken, or deep enough to hurt", () => {
    expect(read("{")).toEqual({ problem: "The body is not valid JSON." });
    expect(read(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)).toMatchObject({
      problem: expect.stringContaining("32 levels"),
    });
  });

  test("has its headers without those that prove or open something", () => {
    const headers = {
      "x-github-event": "push",
      authorization: "Bearer canary",
      cookie: "canary",
      "x-hub-signature-256": "canary",
      "x-gitlab-token": "canary",
      "x-shopify-hmac-sha256": "canary",
    };
    expect(JSON.stringify(read("{}", headers))).not.toContain("canary");
    expect(read("{}", headers)).toMatchObject({ headers: { "x-github-event": "push" } });
  });

  test("only what it has of its own is a field", () => {
    expect(valueAt(ISSUE, "body.issue.labels.1")).toBe("ui");
    expect(valueAt(ISSUE, "headers.x-github-event")).toBe("issues");
    for (const field of [
      "body.constructor",
      "body.__proto__",
      "body.issue.title.length",
      "body.issue.labels.map",
      "body.none.of.it",
    ])
      expect(valueAt(ISSUE, field)).toBeUndefined();
  });

  test.each(["", "title", "env.X", "body..x", "body.{{x}}", "body. x", "bodyx"])(
    "%j names no field",
    (field) => {
      expect(FIELD.test(field)).toBe(false);
    },
  );
});

describe("a template", () => {
  test("puts fields in as they are, and nothing where there is none; what they hold is not read as a template", () => {
    const text = renderTemplate(
      "#{{ body.issue.number }} {{body.issue.title}}: {{body.issue.labels}} {{body.gone}}|",
      ISSUE,
    );
    expect(text).toBe('#7 It {{breaks}}: [\n  "bug",\n  "ui"\n] |');
  });

  test("that is empty is the whole body; what is long is cut and says so", () => {
    expect(renderTemplate("", ISSUE)).toContain('"action": "opened"');
    expect(renderTemplate("{{body}}", { headers: {}, body: "x".repeat(9_000) })).toMatch(
      /\[cut: 1000 characters more\]$/,
    );
  });

  test.each(["{{title}}", "{{body.x", "}}", "{{}}", "{{body.a}} {{ process.env }}"])(
    "%j is told to be wrong",
    (template) => {
      expect(templateProblem(template)).toBeDefined();
    },
  );

  test("without a mistake has no problem", () => {
    expect(
      templateProblem("New: {{ body.issue.title }} by {{headers.x-github-event}} { ok }"),
    ).toBeUndefined();
  });
});

describe("a filter", () => {
  const of = (field: string, op: Condition["op"], value = "") => passedOver([{ field, op, value }], ISSUE);

  test.each<[string, Condition["op"], string]>([
    ["body.action", "is", "opened"],
    ["body.issue.number", "is", "7"],
    ["body.action", "is_not", "closed"],
    ["body.gone", "is_not", "closed"],
    ["body.action", "one_of", "closed, opened"],
    ["body.issue.labels", "contains", "bug"],
    ["body.issue.title", "contains", "BREAKS"],
    ["body.issue.number", "above", "6"],
    ["body.issue.number", "below", "7.5"],
    ["body.issue", "exists", ""],
    ["body.empty", "missing", ""],
  ])("%s %s %s holds", (field, op, value) => {
    expect(of(field, op, value)).toBeUndefined();
  });

  test.each<[string, Condition["op"], string]>([
    ["body.action", "is", "closed"],
    ["body.gone", "is", ""],
    ["body.gone", "one_of", ""],
    ["body.issue.labels", "contains", "bu"],
    ["body.issue.title", "above", "1"],
    ["body.gone", "below", "1"],
    ["body.empty", "exists", ""],
    ["body.action", "missing", ""],
  ])("%s %s %s does not hold", (field, op, value) => {
    expect(of(field, op, value)).toBeDefined();
  });

  test("says which condition does not hold, and of none at all lets everything by", () => {
    expect(of("body.action", "is", "closed")).toBe('body.action is "opened"; the filter wants: is "closed"');
    expect(passedOver([], ISSUE)).toBeUndefined();
  });
});

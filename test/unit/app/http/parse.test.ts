/** What a route's schemas let in, and how a refusal reads. */
import { expect, it } from "vitest";
import { z } from "zod";
import { inputOf, prepareSchemas } from "../../../../src/app/http/parse.ts";
import { changesOf, idOf } from "../../../../src/app/http/schemas.ts";
import { AppError } from "../../../../src/domain/errors.ts";

const garden = {
  ...prepareSchemas({
    params: () => z.object({ id: idOf("job", "garden") }),
    query: () => z.object({ dry: z.enum(["true"]).optional() }),
    body: () =>
      z.object({
        name: z.string(),
        beds: z.array(z.strictObject({ width: z.number() })).default([]),
        notes: z.unknown().optional(),
      }),
  }),
  most: 1024,
};

interface Sent {
  body?: unknown;
  id?: string;
  query?: Record<string, string>;
}

function plant({ body, id = "job_0000001", query = {} }: Sent) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request("http://nightjar.test/", { method: "POST", body: text });
  return inputOf(garden, { params: { id }, query, request });
}

async function refused(sent: Sent): Promise<string> {
  const problem: unknown = await plant(sent).catch((thrown: unknown) => thrown);
  if (problem instanceof AppError) return `${problem.kind}: ${problem.reason}`;
  throw new Error("it was taken");
}

it("gives the handler what the schemas have parsed", async () => {
  expect(await plant({ body: { name: "mallow" }, query: { dry: "true" } })).toEqual({
    params: { id: "job_0000001" },
    query: { dry: "true" },
    body: { name: "mallow", beds: [] },
  });
});

it("refuses a field that there is not by its name, inside lists too, and says what there is", async () => {
  expect(await refused({ body: { name: "mallow", nmae: "x" } })).toBe(
    'malformed_request: nothing is called "nmae" here; there is name, beds, notes',
  );
  expect(await refused({ body: { name: "mallow", beds: [{ width: 1, depth: 2 }] } })).toBe(
    'malformed_request: beds.0: nothing is called "depth" here; there is width',
  );
});

it("refuses a parameter that there is not, also where a route takes none", async () => {
  expect(await refused({ body: { name: "mallow" }, query: { dry_run: "1" } })).toBe(
    'malformed_request: nothing is called "dry_run" here; there is dry',
  );
  const request = new Request("http://nightjar.test/");
  const asked = inputOf(prepareSchemas({}), { params: {}, query: { x: "1" }, request });
  await expect(asked).rejects.toThrow('nothing is called "x" here');
});

it("answers that there is nothing where the address holds no id of that kind", async () => {
  expect(await refused({ body: { name: "mallow" }, id: "cnv_0000001" })).toBe(
    "resource_not_found: There is no such garden, or it is not yours.",
  );
});

it("refuses a body that is too large, no JSON, or nested too deep, and says which", async () => {
  expect(await refused({ body: { name: "m".repeat(2000) } })).toContain("payload_too_large: ");
  expect(await refused({ body: "{name" })).toBe("malformed_request: The body is not valid JSON.");
  const deep = `{"name":"m","notes":${"[".repeat(300)}${"]".repeat(300)}}`;
  expect(await refused({ body: deep })).toContain("nested deeper than 32 levels");
});

it("gives a change no defaults for what it does not name", () => {
  const thing = z.object({
    size: z.number().default(3),
    limits: z.object({ steps: z.number().default(9) }).default({ steps: 9 }),
  });
  expect(changesOf(thing).parse({ limits: {} })).toEqual({ limits: {} });
  expect(changesOf(thing).safeParse({ sise: 1 }).success).toBe(false);
});

import { expect, it } from "vitest";
import { refusalIn, requestOf } from "../../../src/client/client.mjs";

it("fills the route, and puts what is left into the query", () => {
  expect(requestOf("GET /schedules/{id}/runs", { id: "a/b", cursor: "x y", limit: 5 })).toEqual({
    path: "/schedules/a%2Fb/runs?cursor=x+y&limit=5",
    init: { method: "GET", headers: { accept: "application/json" } },
  });
});

it("leaves out what is not set", () => {
  expect(requestOf("GET /jobs", { cursor: null, kind: undefined }).path).toBe("/jobs");
  expect(requestOf("GET /agents").path).toBe("/agents");
});

it("sends a body as JSON, and a file as it is", () => {
  expect(requestOf("POST /notify", {}, { message: "hi" }).init).toEqual({
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: '{"message":"hi"}',
  });
  const file = new Blob(["x"]);
  expect(requestOf("POST /files", { name: "x" }, file).init.body).toBe(file);
});

it("is held by the compiler to the contract", () => {
  // @ts-expect-error: the route has no such value.
  requestOf("GET /schedules/{id}", {});
  // @ts-expect-error: the body has no such field.
  requestOf("POST /notify", {}, { mesage: "hi" });
  // @ts-expect-error: there is no such route.
  requestOf("GET /nothing");
});

it("reads the reason of a refusal, also where another program answered", async () => {
  const told = Response.json({ error: "conflict", reason: "It is there already." }, { status: 409 });
  expect(await refusalIn(told)).toEqual({ status: 409, error: "conflict", reason: "It is there already." });
  expect(await refusalIn(new Response("<html>", { status: 502 }))).toEqual({ status: 502 });
});

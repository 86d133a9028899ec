/** An archive in a bucket, against a server that speaks S3's wire format. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bucketStore } from "../../../../src/cli/backups/archive/s3.mjs";
import { freePort } from "../../../support/process/free-port.ts";

const objects = new Map<string, Buffer>();
const asked: string[] = [];
const ACCESS = { AWS_ACCESS_KEY_ID: "AKID", AWS_SECRET_ACCESS_KEY: "secret" };

/** Lists two keys a page, as a real one lists a thousand. */
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://bucket.test");
  asked.push(`${request.method} ${request.headers.authorization?.split(",")[0]}`);
  const body: Buffer[] = [];
  for await (const chunk of request) body.push(chunk);
  const key = decodeURIComponent(pathname.replace("/backups/", ""));
  if (searchParams.has("list-type")) return response.end(listing(searchParams));
  if (request.method === "PUT") objects.set(key, Buffer.concat(body));
  if (request.method === "DELETE") objects.delete(key);
  const found = objects.get(key);
  if (request.method === "GET" && key === "forbidden/it")
    return response
      .writeHead(403)
      .end("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
  if (request.method === "GET" && !found) return response.writeHead(404).end();
  return response.end(request.method === "GET" ? found : undefined);
});

function listing(query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort();
  const from = Number(query.get("continuation-token") ?? 0);
  const shown = keys
    .slice(from, from + 2)
    .map((key) => `<Contents><Key>${key.replace("&", "&amp;")}</Key></Contents>`);
  const next = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
  return `<ListBucketResult>${shown.join("")}${next}</ListBucketResult>`;
}

let endpoint = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const bucket = (name: string) => bucketStore(name, { ...ACCESS, S3_ENDPOINT: endpoint });

test("what is written is read, listed over several pages and removed, by signed requests", async () => {
  const store = await bucket("s3://backups/night & day/jar");
  for (const name of ["blobs/aa/aa1", "blobs/bb/bb1", "blobs/cc/cc1", "head.json"])
    await store.write(name, new TextEncoder().encode(name));
  expect(await store.list("blobs/")).toEqual(["blobs/aa/aa1", "blobs/bb/bb1", "blobs/cc/cc1"]);
  expect(new TextDecoder().decode(await store.read("blobs/bb/bb1"))).toBe("blobs/bb/bb1");
  await store.remove("blobs/bb/bb1");
  expect(await store.read("blobs/bb/bb1")).toBeUndefined();
  expect([...objects.keys()]).toContain("night & day/jar/head.json");
  expect(asked.every((line) => line.includes("AWS4-HMAC-SHA256 Credential=AKID/"))).toBe(true);
});

test("a refusal of the bucket is told in its words, and one that is not reached or has no access in ours", async () => {
  const store = await bucket("s3://backups/forbidden");
  await expect(store.read("it")).rejects.toThrow("403 Access Denied");
  const nowhere = { ...ACCESS, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
  const unreached = await bucketStore("s3://backups/jar", nowhere);
  await expect(unreached.read("it")).rejects.toThrow(`Can't reach the bucket at ${nowhere.S3_ENDPOINT}.`);
  await expect(bucketStore("s3://backups", {})).rejects.toThrow("AWS_ACCESS_KEY_ID");
  await expect(bucketStore("s3://backups", ACCESS)).rejects.toThrow("S3_ENDPOINT");
});

/** A bucket of an S3-compatible service (R2, S3, MinIO, B2) that holds an archive. */
import { CommandError, EXIT } from "../../terminal/exit.mjs";

/** @typedef {import("./folder.mjs").Store} Store */

/**
 * Access by `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and, for any service but Amazon's, `S3_ENDPOINT`.
 * @param {string} address `s3://bucket/folder`
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<Store>}
 */
export async function bucketStore(address, env) {
  const { hostname: bucket, pathname } = new URL(address);
  const folder = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, "");
  const ask = asking(await clientFor(env));
  const root = `${endpointOf(env)}/${bucket}`;
  const prefix = folder === "" ? "" : `${folder}/`;
  const at = (/** @type {string} */ name) => `${root}/${encoded(prefix + name)}`;
  return {
    async read(name) {
      const response = await ask(at(name));
      if (response.status === 404) return undefined;
      return new Uint8Array(await (await good(response, "read")).arrayBuffer());
    },
    async write(name, bytes) {
      await good(await ask(at(name), { method: "PUT", body: bytes }), "write");
    },
    async list(below) {
      /** @type {string[]} */
      const names = [];
      for (let token = ""; ; ) {
        const query = new URLSearchParams({ "list-type": "2", prefix: prefix + below });
        if (token !== "") query.set("continuation-token", token);
        const page = await (await good(await ask(`${root}?${query}`), "list")).text();
        names.push(...valuesOf(page, "Key").map((key) => key.slice(prefix.length)));
        token = valuesOf(page, "NextContinuationToken")[0] ?? "";
        if (token === "") return names;
      }
    },
    async remove(name) {
      await good(await ask(at(name), { method: "DELETE" }), "delete");
    },
  };
}

/** @param {Record<string, string | undefined>} env */
async function clientFor(env) {
  const { AwsClient } = await import("aws4fetch");
  const accessKeyId = env["AWS_ACCESS_KEY_ID"];
  const secretAccessKey = env["AWS_SECRET_ACCESS_KEY"];
  if (!accessKeyId || !secretAccessKey)
    throw new CommandError(
      "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to reach the bucket.",
      EXIT.usage,
    );
  return new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: env["AWS_REGION"] || "auto" });
}

/**
 * Requests of the client; a service that is not reached is told in words.
 * @param {import("aws4fetch").AwsClient} client
 * @returns {(address: string, init?: RequestInit) => Promise<Response>}
 */
function asking(client) {
  return async (address, init) => {
    try {
      return await client.fetch(address, init);
    } catch {
      throw new CommandError(
        `Can't reach the bucket at ${new URL(address).origin}. Check S3_ENDPOINT and this machine's network, then run it again.`,
      );
    }
  };
}

/** @param {Record<string, string | undefined>} env */
function endpointOf(env) {
  const endpoint = env["S3_ENDPOINT"] || env["AWS_ENDPOINT_URL"] || amazon(env["AWS_REGION"]);
  if (endpoint === undefined)
    throw new CommandError(
      "Set S3_ENDPOINT to the service's address, for R2 https://ACCOUNT.r2.cloudflarestorage.com, or AWS_REGION for Amazon's.",
      EXIT.usage,
    );
  return endpoint.replace(/\/+$/, "");
}

/** @param {string | undefined} region */
function amazon(region) {
  return region ? `https://s3.${region}.amazonaws.com` : undefined;
}

/**
 * @param {Response} response
 * @param {string} what
 */
async function good(response, what) {
  if (response.ok) return response;
  const reason = valuesOf(await response.text(), "Message")[0] ?? "";
  throw new CommandError(`The bucket did not let us ${what}: ${response.status} ${reason}`.trim());
}

/** @param {string} key */
function encoded(key) {
  return key.split("/").map(encodeURIComponent).join("/");
}

/**
 * @param {string} xml
 * @param {string} tag
 */
function valuesOf(xml, tag) {
  const found = [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))];
  return found.map(([, value = ""]) =>
    value.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  );
}

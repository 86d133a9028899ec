/** Imports as the app makes them. */
import { exports } from "cloudflare:workers";
import { strToU8, zipSync } from "fflate";
import { expect } from "vitest";
import type { Import } from "../../../src/contract/imports.ts";
import { soon } from "../../support/soon.ts";
import type { Somebody } from "./somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;

/** A zip of these files. */
export const archive = (files: Record<string, string | Uint8Array>) =>
  new Uint8Array(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([path, content]) => [
          path,
          typeof content === "string" ? strToU8(content) : content,
        ]),
      ),
    ),
  );

/** Sends the files as the app does: one after the other, cut into parts. */
export async function send(who: Somebody, files: Record<string, Uint8Array>): Promise<Import> {
  const list = Object.entries(files).map(([path, { length: size }]) => ({ path, size }));
  const begun = (await (await who.ask("POST", "/imports", { files: list })).json()) as Import;
  const all = await new Blob(Object.values(files) as Uint8Array<ArrayBuffer>[]).arrayBuffer();
  for (let index = 0; index * begun.part_bytes < all.byteLength; index++) {
    const part = all.slice(index * begun.part_bytes, (index + 1) * begun.part_bytes);
    const sent = await worker.fetch(`http://nightjar.test/api/v1/imports/${begun.id}/parts/${index}`, {
      method: "PUT",
      headers: { cookie: who.cookie },
      body: part,
    });
    expect(sent.status).toBe(204);
  }
  expect((await who.ask("POST", `/imports/${begun.id}/preview`)).status).toBe(202);
  return until(who, begun.id, "ready");
}

async function until(who: Somebody, id: string, state: Import["state"]): Promise<Import> {
  let seen: Import | undefined;
  await soon(async () => {
    seen = (await (await who.ask("GET", `/imports/${id}`)).json()) as Import;
    expect(seen.state).toBe(state);
  });
  if (!seen) throw new Error("it was not seen");
  return seen;
}

/** Takes these kinds, and waits for the end. */
export async function take(who: Somebody, { id }: Import, kinds = ["conversation"]): Promise<Import> {
  expect((await who.ask("POST", `/imports/${id}/start`, { kinds })).status).toBe(202);
  return until(who, id, "done");
}

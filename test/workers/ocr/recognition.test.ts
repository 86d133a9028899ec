/** Text recognition over HTTP: settings for the admin, one's own scan for a member, paid once. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { scan } from "../../support/pdf.ts";
import { soon } from "../../support/soon.ts";
import { callApi, chat, request } from "../api.ts";
import { somebody } from "../people/somebody.ts";
import { api } from "../tools/api.ts";

const { DB, BUCKET } = env as unknown as Env;

async function uploaded(pages: number): Promise<string> {
  const form = new FormData();
  form.set(
    "file",
    new File([scan(pages) as Uint8Array<ArrayBuffer>], "letter.pdf", { type: "application/pdf" }),
  );
  return (await api("POST", "/files", form)).json.id as string;
}

const paid = async () =>
  (await DB.prepare("SELECT count(*) AS n FROM costs WHERE purpose = 'ocr'").first<{ n: number }>())?.n ?? 0;

interface Reading {
  readable: boolean;
  problem?: string;
  can_recognize?: boolean;
  units?: number;
}

test("a scan says that it is one, is recognized once by whose it is, and its text goes with it", async () => {
  const id = await uploaded(2);
  await callApi("PATCH", "/models/documents", { ocr: "openai/told" });
  const reading = () => callApi<Reading>("GET", `/files/${id}/reading`);
  expect(await reading()).toMatchObject({ readable: false, can_recognize: true });
  expect((await reading()).problem).toContain("It is a scan");
  const other = await somebody("member");
  expect((await other.ask("POST", `/files/${id}/recognition`, {})).status).toBe(404);
  const guest = await somebody("guest");
  expect((await guest.ask("POST", `/files/${id}/recognition`, {})).status).toBe(403);
  const before = await paid();
  for (const _ of [1, 2])
    expect(await callApi("POST", `/files/${id}/recognition`, {})).toMatchObject({ readable: true, units: 2 });
  expect((await paid()) - before).toBe(1);
  expect(await reading()).toMatchObject({ readable: true, unit: "page", units: 2, whole: true });
  const texts = async () =>
    (await BUCKET.list({ prefix: "file-texts/" })).objects.filter(({ key }) => key.endsWith(id));
  expect(await texts()).toHaveLength(1);
  await callApi("DELETE", `/files/${id}`);
  expect(await texts()).toEqual([]);
  await callApi("PATCH", "/models/documents", { ocr: null });
});

test("documents are given as an admin chose, for all models and for one", async () => {
  const member = await somebody("member");
  expect((await member.ask("PATCH", "/models/documents", { documents: "off" })).status).toBe(403);
  const set = (change: object) =>
    callApi<{ documents: string; ocr: string }>("PATCH", "/models/documents", change);
  expect(await set({ documents: "provider", ocr: "openai/told" })).toMatchObject({ documents: "provider" });
  const id = await uploaded(1);
  // A model that reads PDFs gets the recognized text all the same, since it was chosen for all.
  await chat("Read it.", { files: [{ file_id: id }] });
  await soon(async () =>
    expect(await callApi("GET", `/files/${id}/reading`)).toMatchObject({ readable: true }),
  );
  const settings = "/models/settings?model=openai%2Ftold";
  expect(await callApi("GET", settings)).toMatchObject({ values: { documents: { value: "provider" } } });
  await callApi("PATCH", "/models/settings", { model: "openai/told", documents: "text" });
  expect(await callApi("GET", settings)).toMatchObject({
    values: { documents: { value: "text", from: "set" } },
  });
  await callApi("PATCH", "/models/settings", { model: "openai/told", documents: null });
  await callApi("PATCH", "/models/settings", { model: "openai/blind", capabilities: { image: false } });
  const blind = await request("PATCH", "/models/documents", { ocr: "openai/blind" });
  expect([blind.status, await blind.text()]).toEqual([400, expect.stringContaining("doesn't see pictures")]);
  await callApi("PATCH", "/models/settings", { model: "openai/blind", capabilities: { image: null } });
  expect(await set({ documents: null, ocr: null })).toMatchObject({ documents: "native" });
});

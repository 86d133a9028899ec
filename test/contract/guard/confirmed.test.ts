/** Exceptions that an operator has confirmed: open to whoever was given them, and never to a metadata service. */
import { expect, test } from "vitest";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";

function guardWith(confirmed: string[], answers: Record<string, () => Response> = {}, points: string[] = []) {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return answers[url]?.() ?? new Response("hello");
  };
  const guard = createGuardedFetch({
    fetch,
    resolve: async () => points,
    allow_hosts: [],
    confirmed_hosts: () => confirmed,
  });
  return { guard, asked };
}

test("a confirmed host is fetched at its port alone", async () => {
  const { guard } = guardWith(["127.0.0.1:11434", "box.lan:8000", "::1:11434"]);
  for (const open of ["http://127.0.0.1:11434/v1", "http://box.lan:8000/v1", "http://[::1]:11434/v1"])
    expect(await guard.load(open)).toMatchObject({ ok: true });
  for (const closed of ["http://127.0.0.1:11435/", "http://127.0.0.1/", "http://box.lan/"])
    expect(await guard.load(closed)).toMatchObject({ ok: false, problem: "refused" });
});

test("a confirmation that is taken back counts at the next fetch", async () => {
  const confirmed = ["127.0.0.1:11434"];
  const { guard } = guardWith(confirmed);
  expect(guard.screen("http://127.0.0.1:11434/").ok).toBe(true);
  confirmed.pop();
  expect(guard.screen("http://127.0.0.1:11434/")).toMatchObject({ ok: false, may_confirm: true });
});

test.each([
  "http://169.254.169.254/",
  "http://169.254.170.2:8080/",
  "http://[fd00:ec2::254]/",
  "http://[fe80::1]:11434/",
  "http://[::ffff:169.254.169.254]/",
  "http://[64:ff9b::a9fe:a9fe]/",
  "http://[2002:a9fe:a9fe::1]/",
  "http://100.100.100.200/",
  "http://168.63.129.16/",
  "http://metadata.google.internal/",
  "http://169.254.169.254.nip.io/",
  "http://metadata/",
])("%s is never opened by a confirmation", async (address) => {
  const url = new URL(address);
  const host = url.hostname.replace(/[[\]]/g, "");
  const { guard, asked } = guardWith([`${host}:${url.port || 80}`, host]);
  expect(guard.screen(address)).toMatchObject({ ok: false, may_confirm: false });
  expect(await guard.load(address)).toMatchObject({ ok: false, problem: "refused" });
  expect(asked).toEqual([]);
});

test("a confirmed name may point inside, but not at a metadata service", async () => {
  const inside = guardWith(["box.lan:8000"], {}, ["192.168.1.7"]);
  expect(await inside.guard.load("http://box.lan:8000/")).toMatchObject({ ok: true });
  const away = guardWith(["box.lan:8000"], {}, ["169.254.169.254"]);
  expect(await away.guard.load("http://box.lan:8000/")).toMatchObject({ ok: false, problem: "refused" });
  expect(away.asked).toEqual([]);
});

test("a confirmed server that redirects elsewhere inside is not followed", async () => {
  const start = "http://127.0.0.1:11434/v1/models";
  for (const location of ["http://127.0.0.1:9000/", "http://169.254.169.254/", "http://10.0.0.7/"]) {
    const { guard, asked } = guardWith(["127.0.0.1:11434"], {
      [start]: () => new Response(null, { status: 302, headers: { location } }),
    });
    expect(await guard.load(start)).toMatchObject({ ok: false, problem: "refused" });
    expect(asked).toEqual([start]);
  }
});

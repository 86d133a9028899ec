import { describe, expect, test } from "vitest";
import { openHook } from "./support.ts";

const MAIL = { name: "issues", senders: ["ann@example.com", "@partner.org"] };

interface Written {
  from?: string;
  results?: string;
  id?: string;
  more?: string;
  body?: string;
}

const PROVED =
  'mx.cloudflare.net; dkim=pass header.d=example.com header.s=a; dmarc=pass header.from=example.com policy.dmarc=none; spf=pass (mx.cloudflare.net: domain of ann@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@example.com; arc=none smtp.remote-ip="192.0.2.1"';

function mail({
  from = "Ann <ann@example.com>",
  results = PROVED,
  id = "<1@example.com>",
  more = "",
  body = "The roof leaks.",
}: Written = {}): string {
  const head = [
    `Authentication-Results: ${results}`,
    `From: ${from}`,
    "To: issues@mail.example.com",
    "Subject: =?utf-8?q?Das_Dach?=",
    `Message-ID: ${id}`,
  ];
  return `${[...head, ...(more === "" ? [] : [more])].join("\n")}\n\n${body}\n`;
}

const PNG = "\x89PNG\r\n\x1a\n";

/** With files attached, their bytes as a text of Latin letters. */
function mailWith(...attached: (readonly [name: string, type: string, bytes: string])[]): string {
  const parts = attached.map(([name, type, bytes]) =>
    [
      `--b\nContent-Type: ${type}`,
      `Content-Disposition: attachment; filename="${name}"`,
      `Content-Transfer-Encoding: base64\n\n${btoa(bytes)}`,
    ].join("\n"),
  );
  const more = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"';
  return mail({ more, body: ["--b\n\nSee below.", ...parts, "--b--"].join("\n") });
}

describe("a mail to a hook", () => {
  test("is an input that nobody vouches for, with its subject and text", async () => {
    const { write, inboxes, listed } = await openHook({ mail: MAIL, instructions: "Sort it." });
    expect(await write(mail())).toBeUndefined();
    const [notice] = inboxes.taken.values();
    expect(notice?.quoted?.source).toBe("e-mail to Issues");
    expect(notice?.quoted?.text).toMatch(
      /From: Ann <ann@example.com>\nTo: issues@mail.example.com\nSubject: Das Dach\nDate: .*\n\nThe roof leaks\./,
    );
    const cited_as = { kind: "mail", title: "Das Dach · Ann", url: "mid:1@example.com" };
    expect(notice?.quoted?.cited_as).toEqual(cited_as);
    expect(notice?.text).toContain("Sort it.");
    expect(notice?.text).not.toContain("roof");
    expect(await listed()).toMatchObject([{ status: "accepted", sender_id: "<1@example.com>" }]);
  });

  test("that its server sends twice has one effect", async () => {
    const { write, inboxes } = await openHook({ mail: MAIL });
    expect(await write(mail())).toBeUndefined();
    expect(await write(mail({ more: "Received: again" }))).toBeUndefined();
    expect(inboxes.taken.size).toBe(1);
  });

  test("is filtered and put into words by its fields", async () => {
    const filter = [{ field: "body.subject", op: "contains", value: "Dach" }] as const;
    const { write, inboxes } = await openHook({
      mail: MAIL,
      filter,
      template: "{{body.from}}: {{body.subject}}",
    });
    await write(mail());
    expect([...inboxes.taken.values()][0]?.quoted?.text).toBe("ann@example.com: Das Dach");
  });

  test("of HTML alone is read as text, and its attachments are named", async () => {
    const { write, inboxes } = await openHook({ mail: MAIL });
    const more = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"';
    const body = [
      ...["--b", "Content-Type: text/html; charset=utf-8", "", "<p>The <b>roof</b> leaks &amp; drips.</p>"],
      ...[
        "--b",
        'Content-Type: image/png; name="roof.png"',
        'Content-Disposition: attachment; filename="roof.png"',
      ],
      ...["Content-Transfer-Encoding: base64", "", "AAAA", "--b--"],
    ].join("\n");
    await write(mail({ more, body }));
    const text = [...inboxes.taken.values()][0]?.quoted?.text;
    expect(text).toContain("The **roof** leaks & drips.");
    expect(text).toContain("roof.png (image/png, 3 bytes)");
  });

  test("brings its attachments along as files of its person, as what their bytes are", async () => {
    const { write, inboxes, files } = await openHook({ mail: MAIL });
    await write(
      mailWith(
        ["a.png", "image/png", PNG],
        ["b.png", "image/png", "no picture"],
        ["c.csv", "text/csv", "1;2"],
      ),
    );
    const [notice] = inboxes.taken.values();
    expect(notice?.files).toMatchObject([
      { type: "image", file_id: "fil_1", name: "a.png", media_type: "image/png" },
      { type: "file", file_id: "fil_2", name: "b.png", media_type: "application/octet-stream" },
      { type: "file", file_id: "fil_3", name: "c.csv", media_type: "text/csv" },
    ]);
    expect(files.kept.get("fil_3")).toMatchObject({ owner: "ann", size: 3 });
  });

  test("that comes again keeps its files once, and one that is filtered none", async () => {
    const { write, files, inboxes } = await openHook({ mail: MAIL });
    const written = mailWith(["a.png", "image/png", PNG]);
    await write(written);
    await write(written);
    expect([...files.kept.keys()]).toEqual(["fil_1"]);
    expect(inboxes.taken.size).toBe(1);
    const filter = [{ field: "body.subject", op: "is", value: "Bills" }] as const;
    const other = await openHook({ mail: MAIL, filter });
    await other.write(written);
    expect(other.files.kept.size).toBe(0);
  });

  test("with more than there is room for comes all the same, and says so", async () => {
    const { write, files, inboxes } = await openHook({ mail: MAIL });
    files.room = 1;
    await write(mailWith(["a.png", "image/png", PNG], ["c.csv", "text/csv", "1;2"]));
    const [notice] = inboxes.taken.values();
    expect(notice?.files).toHaveLength(1);
    expect(notice?.quoted?.text).toContain("Not all attachments are kept");
  });

  test("has ten files kept at most", async () => {
    const { write, files } = await openHook({ mail: MAIL });
    const many = Array.from({ length: 12 }, (_, at) => [`${at}.txt`, "text/plain", "x"] as const);
    await write(mailWith(...many));
    expect(files.kept.size).toBe(10);
  });

  test("to a name with a + goes to the name before it", async () => {
    const { write } = await openHook({ mail: MAIL });
    expect(await write(mail(), { to: "Issues+urgent@MAIL.example.com" })).toBeUndefined();
  });

  test("finds no room and is taken all the same, to be handed in later", async () => {
    const { write, inboxes, later } = await openHook({ mail: MAIL });
    inboxes.faults.push("full");
    expect(await write(mail())).toBeUndefined();
    expect(later).toHaveLength(1);
  });
});

describe("a mail is refused", () => {
  test.each([
    ["of somebody who is not let in", { from: "eve@evil.example" }, "not among those who may write"],
    [
      "that only says it is from somebody who is",
      { results: "mx.cloudflare.net; dkim=none; dmarc=fail header.from=example.com" },
      "Nothing shows",
    ],
    [
      "that brings its own proof",
      { results: "mx.evil.example; dmarc=pass header.from=example.com" },
      "Nothing shows",
    ],
    [
      "that is proved for another domain",
      { results: "mx.cloudflare.net; dkim=pass header.d=evil.example; dmarc=none" },
      "Nothing shows",
    ],
    [
      "that is signed by a domain whose policy it breaks",
      { results: "mx.cloudflare.net; dkim=pass header.d=example.com; dmarc=fail header.from=example.com" },
      "Nothing shows",
    ],
    [
      "that hides a proof in its envelope's address",
      {
        results:
          'mx.cloudflare.net; dkim=none; dmarc=none; spf=pass (of "a\\") ; dmarc=pass header.from=example.com ("@evil.example) smtp.mailfrom=x',
      },
      "Nothing shows",
    ],
    [
      "that hides a proof in the name of its server",
      { results: "mx.cloudflare.net; dkim=none; spf=none smtp.helo=x; dkim=pass header.d=example.com" },
      "Nothing shows",
    ],
    ["with two authors", { more: "From: eve@evil.example" }, "one author"],
  ] as const)("%s", async (_, written, reason) => {
    const { write, inboxes, listed } = await openHook({ mail: MAIL });
    expect(await write(mail(written))).toEqual(expect.any(String));
    expect(inboxes.taken.size).toBe(0);
    expect(await listed()).toMatchObject([{ status: "refused", reason: expect.stringContaining(reason) }]);
  });

  test("to no hook's address, and to one that is turned off", async () => {
    const { write } = await openHook({ mail: MAIL });
    expect(await write(mail(), { to: "nobody@mail.example.com" })).toBe("There is no such address.");
    expect(await write(mail(), { to: "issues@elsewhere.example" })).toBe("There is no such address.");
    const off = await openHook({ mail: MAIL, enabled: false });
    expect(await off.write(mail())).toBe("There is no such address.");
  });

  test("when too many come", async () => {
    const { write } = await openHook({ mail: MAIL, rate_per_minute: 1 });
    expect(await write(mail())).toBeUndefined();
    expect(await write(mail({ id: "<2@example.com>" }))).toContain("later");
  });
});

test("a domain is let in as a whole, signed by itself", async () => {
  const { write } = await openHook({ mail: MAIL });
  const results = "mx.cloudflare.net; dkim=pass header.d=partner.org; dmarc=none";
  expect(await write(mail({ from: "bob@partner.org", results }))).toBeUndefined();
});

test("two hooks cannot take mail under one name", async () => {
  const { deps, hook } = await openHook({ mail: MAIL });
  await expect(deps.hooks.create({ ...hook, id: "hok_2" as never }, "a-secret-of-another")).rejects.toThrow(
    "already",
  );
});

import { afterEach, describe, expect, test } from "vitest";
import type { Provider } from "../../../src/app/sign-on/flow.ts";
import { begin, finish } from "../../../src/app/sign-on/provider.ts";
import { signedInAt } from "../../support/oidc/page.ts";
import { type OidcOptions, type OidcProvider, startOidcProvider } from "../../support/oidc/provider.ts";

const redirect_uri = "https://nightjar.example/api/v1/auth/oidc/callback";
const ADA = { sub: "u-1", email: "ada@example.com", email_verified: true, name: "Ada" };
const open: OidcProvider[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function provider(options: OidcOptions = {}): Promise<Provider> {
  const started = await startOidcProvider(options);
  open.push(started);
  return { issuer: started.issuer, client_id: "nightjar", client_secret: options.secret };
}

/** There and back; `twisted` changes what the browser brings back. */
async function signedIn(at: Provider, twisted: (back: string) => string = (back) => back) {
  const { url, flow } = await begin(at, { redirect_uri, link: null });
  return finish(at, { redirect_uri, flow, returned: new URL(twisted(signedInAt(url, ADA))) });
}

describe("an OpenID provider", () => {
  test("says who has signed in, to a public client and to one with a secret", async () => {
    expect(await signedIn(await provider())).toMatchObject(ADA);
    expect(await signedIn(await provider({ secret: "s3:cret" }))).toMatchObject(ADA);
  });

  test("is asked for the address where its token has none", async () => {
    expect(await signedIn(await provider({ isSparing: true }))).toMatchObject(ADA);
  });

  test("is refused with a wrong secret", async () => {
    const at = await provider({ secret: "right" });
    await expect(signedIn({ ...at, client_secret: "wrong" })).rejects.toThrow();
  });

  test.each([
    ["another issuer", { iss: "https://elsewhere.example" }],
    ["another client", { aud: "somebody-else" }],
    ["another sign-in", { nonce: "replayed" }],
    ["a time that is over", { exp: 1_000 }],
    ["nobody", { sub: "" }],
  ])("is not believed about %s", async (_what, claims) => {
    await expect(signedIn(await provider({ twist: (body) => ({ ...body, ...claims }) }))).rejects.toThrow();
  });

  test("is not believed when the browser brings back another state, an error, or nothing", async () => {
    const at = await provider();
    await expect(signedIn(at, (back) => back.replace(/state=[^&]*/, "state=forged"))).rejects.toThrow();
    await expect(signedIn(at, (back) => `${back}&error=access_denied`)).rejects.toThrow();
    await expect(signedIn(at, (back) => back.replace(/\?.*/, ""))).rejects.toThrow();
  });

  test("that names itself otherwise than it was set is not spoken to", async () => {
    const at = await provider();
    await expect(
      begin({ ...at, issuer: at.issuer.replace("127.0.0.1", "localhost") }, { redirect_uri, link: null }),
    ).rejects.toThrow();
  });
});

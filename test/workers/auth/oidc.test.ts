import { describe, expect, test } from "vitest";
import { somebody, stores } from "../people/somebody.ts";
import { back, get, linkedIn, signInAt as signIn } from "./provider.ts";

let people = 0;
const account = (more: Record<string, unknown> = {}) => {
  people += 1;
  return {
    sub: `sub-${people}`,
    email: `owl${people}@oidc.example`,
    email_verified: true,
    name: "Owl",
    ...more,
  };
};

type Identity = Record<"channel" | "account" | "platform_id", string>;

describe("signing in at an OpenID provider", () => {
  test("is offered at the entrance by the provider's name", async () => {
    expect(await (await get("/api/v1/auth/ways")).json()).toEqual({
      oidc: { name: "Example", url: "/api/v1/auth/oidc" },
      proxy: null,
    });
  });

  test("lets in whose username is the address that the provider has verified, and from then on by the account", async () => {
    const claims = account();
    const { id } = await somebody("member", { username: claims.email });
    expect(await signIn(claims)).toMatchObject({ to: "/", owner: id });
    expect(await signIn({ ...claims, email: "renamed@oidc.example" })).toMatchObject({ to: "/", owner: id });
  });

  test("lets nobody in by an address that nobody has verified, nor whom nobody has added", async () => {
    const claims = account({ email_verified: false });
    await somebody("admin", { username: claims.email });
    expect(await signIn(claims)).toEqual({ to: "/?sign-in=unknown" });
    expect(await signIn(account())).toEqual({ to: "/?sign-in=unknown" });
  });

  test("does not let in who was disabled", async () => {
    const claims = account();
    const { id } = await somebody("member", { username: claims.email });
    await signIn(claims);
    await stores().persons.change(id, { disabled: true });
    expect(await signIn(claims)).toEqual({ to: "/?sign-in=unknown" });
  });

  test("is linked by whoever is signed in, and not by a browser that only says so", async () => {
    const [ada, bo] = [await somebody("admin"), await somebody("member")];
    const claims = account({ email_verified: false });
    expect(await linkedIn(ada, claims, bo.cookie)).toEqual({ to: "/settings?sign-in=failed" });
    expect(await linkedIn(ada, claims)).toEqual({ to: "/settings?sign-in=linked" });
    expect(await signIn(claims)).toMatchObject({ owner: ada.id });
    expect(await linkedIn(bo, claims)).toEqual({ to: "/settings?sign-in=taken" });
  });

  test("is unlinked by whoever it is, and not where it is their only way in", async () => {
    const [ada, claims, second] = [await somebody("member"), account(), account()];
    const unlink = async ({ sub }: { sub: string }) => {
      const { items } = await (await ada.ask("GET", "/me/identities")).json<{ items: Identity[] }>();
      const {
        channel = "",
        account = "",
        platform_id = sub,
      } = items.find((one) => one.platform_id === sub) ?? {};
      const query = new URLSearchParams({ channel, account, platform_id });
      return (await ada.ask("DELETE", `/me/identities?${query}`)).status;
    };
    await linkedIn(ada, claims);
    expect(await unlink(claims)).toBe(409);
    await linkedIn(ada, second);
    expect(await Promise.all([unlink(claims), unlink(second)])).toContain(409);
    const kept = (await signIn(claims)).to === "/" ? claims : second;
    expect(await signIn(kept)).toMatchObject({ to: "/", owner: ada.id });
    await ada.ask("PUT", "/auth/password", { username: `ada-${ada.id}`, new_password: "three small owls" });
    expect(await unlink(kept)).toBe(204);
    expect(await signIn(kept)).toEqual({ to: "/?sign-in=unknown" });
    expect(await unlink(kept)).toBe(404);
  });

  test("ends nowhere in a browser in which it was not begun", async () => {
    const sent = await get("/api/v1/auth/oidc");
    expect(await back(sent.headers.get("location") ?? "", account(), "")).toEqual({ to: "/?sign-in=failed" });
    expect(await back(sent.headers.get("location") ?? "", account(), "nightjar_oidc={")).toEqual({
      to: "/?sign-in=failed",
    });
  });
});

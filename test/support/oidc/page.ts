/** The page of the test's OpenID provider: whoever comes has signed in. Runs in a Worker too. */

/** Where the browser is sent back to, once somebody with these claims has signed in on the page that `url` is. */
export function signedInAt(url: string, claims: Record<string, unknown>): string {
  const asked = new URL(url).searchParams;
  const of = (name: string) => asked.get(name) ?? "";
  if (of("response_type") !== "code" || of("code_challenge_method") !== "S256")
    throw new Error("no code flow");
  const redirect_uri = of("redirect_uri");
  const granted = {
    nonce: of("nonce"),
    challenge: of("code_challenge"),
    client_id: of("client_id"),
    redirect_uri,
    claims,
  };
  const code = btoa(JSON.stringify(granted)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const back = new URL(redirect_uri);
  back.search = new URLSearchParams({ code, state: of("state") }).toString();
  return back.href;
}

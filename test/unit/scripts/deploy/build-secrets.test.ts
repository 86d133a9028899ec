import { describe, expect, it } from "vitest";
import { isCloudflareBuild, secretsOfBuild } from "../../../../scripts/deploy/build-secrets.mjs";

const BOTH = { ADMIN_TOKEN: "a".repeat(32), SESSION_SECRET: "b".repeat(32) };

describe("a build of Cloudflare's", () => {
  it("takes its secrets from the build, with what decides about resources, and nothing else", () => {
    const env = { ...BOTH, WORKERS_CI: "1", VECTORIZE_ENABLED: "true", PATH: "/bin" };
    expect(isCloudflareBuild(env)).toBe(true);
    expect(secretsOfBuild(env)).toEqual({ ...BOTH, VECTORIZE_ENABLED: "true" });
  });

  it("stops without them: new ones at each build would lock everybody out", () => {
    expect(() => secretsOfBuild({ ADMIN_TOKEN: "short" })).toThrow(
      /^ADMIN_TOKEN and SESSION_SECRET must be set.*Build variables and secrets/,
    );
  });
});

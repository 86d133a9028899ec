/** A yes to a secret is one to it at one host. */
import { describe, expect, it } from "vitest";
import type { Workbench } from "../../../src/capabilities/builds/record/workbench.ts";
import { namesOf, wouldReach } from "../../../src/capabilities/builds/tools/hosts.ts";
import { secretNames, secretProblems, secretUses } from "../../../src/capabilities/catalog/secret-uses.ts";

const A = "a.example.com";
const B = "b.example.com";

function benchThat(allowed: readonly string[]): Workbench {
  return {
    build: { name: "weather" },
    missing: (names: readonly string[]) => names.filter((name) => !allowed.includes(name)),
  } as unknown as Workbench;
}

describe("a secret", () => {
  it("goes to the host that stands with it", () => {
    const reach = { hosts: [A, B], secrets: [`KEY@${A}`, `OTHER@${B}`] };
    expect(secretUses(reach)).toEqual([
      { secret: "KEY", host: A },
      { secret: "OTHER", host: B },
    ]);
    expect(secretNames(reach)).toEqual(["KEY", "OTHER"]);
    expect(secretProblems(reach)).toEqual([]);
  });

  it("of a version that names no host with it goes to all of them, as its owner has allowed", () => {
    const reach = { hosts: [A, B], secrets: ["KEY"] };
    expect(secretUses(reach)).toEqual([
      { secret: "KEY", host: A },
      { secret: "KEY", host: B },
    ]);
  });

  it("goes to none that is not declared", () => {
    const problems = secretProblems({ hosts: [A], secrets: [`KEY@${B}`] });
    expect(problems).toEqual([expect.stringContaining(`KEY goes to ${B}, which is not among its hosts`)]);
  });

  it("is asked for with its host, and again with another", () => {
    const reach = { hosts: [A, B], secrets: [`KEY@${B}`] };
    const asked = wouldReach(benchThat([A, B, `KEY@${A}`]), reach);
    expect(asked).toContain(`send your secret KEY to ${B}`);
    expect(wouldReach(benchThat(namesOf(reach)), reach)).toBeUndefined();
    expect(wouldReach(benchThat([A, "KEY"]), { hosts: [A], secrets: ["KEY"] })).toContain(`KEY to ${A}`);
  });
});

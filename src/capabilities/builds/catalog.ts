/** Adapts the catalog of capabilities to the port that builds use. */
import type { BundleCheck, CapabilityCatalog, RequestedAccess } from "../catalog/port.ts";
import { boundSecrets } from "../catalog/secret-uses.ts";
import type { Build, BuildCatalog, BuildPublishResult, CheckReport, DraftFiles } from "./record/build.ts";

export function catalogOfBuilds(catalog: CapabilityCatalog): BuildCatalog {
  return {
    async begin({ id: build_id, owner, name, description }, input_schema) {
      const request = { name, description, build_id, ...(input_schema && { input_schema }) };
      const begun = await catalog.begin(owner, request);
      if (begun.status === "refused") return begun.problem;
      return begun.status === "begun"
        ? undefined
        : `Another build of ${name} is running. Wait for it to end.`;
    },
    async inUse(owner, name) {
      const bundle = await catalog.bundle(owner, name);
      if (!bundle) return undefined;
      const { files, version } = bundle;
      return { files, allowed: [...version.hosts, ...boundSecrets(version)] };
    },
    check: async ({ owner, name }, files) => reportOf(await catalog.check(owner, name, files)),
    publish: (build, files, allowed) => publish(catalog, { build, files, allowed }),
    async fail({ id: build_id, owner, name }, problem) {
      await catalog.fail(owner, name, { build_id, problem });
    },
  };
}

interface FinishedBuild {
  build: Build;
  files: DraftFiles;
  allowed: readonly string[];
}

async function publish(
  catalog: CapabilityCatalog,
  { build, files, allowed }: FinishedBuild,
): Promise<BuildPublishResult> {
  const { id: build_id, owner, name } = build;
  const approved: RequestedAccess = { hosts: allowed, secrets: allowed };
  const published = await catalog.publish(owner, name, { files, build_id, approved });
  switch (published.status) {
    case "published":
      return { ok: true, version: published.version.version };
    case "needs_approval":
      return { ok: false, reason: undeclared(published.requested) };
    case "refused":
      return (await publishedBefore(catalog, build, files)) ?? { ok: false, reason: refusal(published) };
  }
}

/**
 * Detects a crash after the version was published and before the build recorded it: its files are in use
 * already.
 */
async function publishedBefore(
  catalog: CapabilityCatalog,
  { owner, name }: Build,
  files: DraftFiles,
): Promise<BuildPublishResult | undefined> {
  const inUse = await catalog.bundle(owner, name);
  if (!inUse || sorted(inUse.files) !== sorted(files)) return undefined;
  return { ok: true, version: inUse.version.version };
}

function sorted(files: DraftFiles): string {
  return JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function undeclared({ hosts, secrets }: RequestedAccess): string {
  const names = [...hosts, ...secrets].join(", ");
  return `package.json declares ${names}, which the person has not been asked for: name all of its hosts, and its secrets as NAME@host, in this call.`;
}

function refusal({ problems, tests }: Pick<BundleCheck, "problems" | "tests">): string {
  return linesOf({ problems, tests, console: [] });
}

function reportOf(checked: BundleCheck): CheckReport {
  return { passed: checked.problems.length === 0, text: linesOf(checked) };
}

function linesOf({ problems, tests, console }: Pick<BundleCheck, "problems" | "tests" | "console">): string {
  const ran = tests.map(({ name, ok, problem }) =>
    ok ? `passed  ${name}` : `FAILED  ${name}: ${problem ?? ""}`,
  );
  const passed = tests.filter(({ ok }) => ok).length;
  return [
    ...console,
    ...ran,
    ...(tests.length > 0 ? [`${passed} of ${tests.length} passed.`] : []),
    ...problems.filter((problem) => !problem.startsWith("The test ")),
  ].join("\n");
}

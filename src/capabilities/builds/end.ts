/** Ends a build exactly once, whoever notices first. */
import type { Build, BuildCatalog, BuildEnd, BuildStore } from "./record/build.ts";

export interface EndDeps {
  store: Pick<BuildStore, "end">;
  catalog: Pick<BuildCatalog, "fail">;
  now(): number;
}

/**
 * Records the failure in the catalog and in the build. Returns false if the build had ended already. The
 * catalog comes first, so that the next caller repairs a crash between the two.
 */
export async function endWithout(
  { store, catalog, now }: EndDeps,
  build: Build,
  { status, error }: { status: Exclude<BuildEnd, "completed">; error: string },
): Promise<boolean> {
  if (build.status !== "building") return false;
  await catalog.fail(build, error);
  return store.end(build.id, { status, error, now: now() });
}

/** How a build ends: once, whoever notices it first. */
import type { Build, BuildCatalog, BuildEnd, BuildStore } from "./record/build.ts";

export interface EndDeps {
  store: Pick<BuildStore, "end">;
  catalog: Pick<BuildCatalog, "fail">;
  now(): number;
}

/** Nothing came of it; both rows say so. False: it had ended before. The catalog first: a crash between the two is made good by the next who looks. */
export async function endWithout(
  { store, catalog, now }: EndDeps,
  build: Build,
  { status, error }: { status: Exclude<BuildEnd, "completed">; error: string },
): Promise<boolean> {
  if (build.status !== "building") return false;
  await catalog.fail(build, error);
  return store.end(build.id, { status, error, now: now() });
}

/** `--shard 1/2` by the time that files take. `npm test` says what each run took; `seconds.json` has what its files did. */
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import seconds from "./seconds.json" with { type: "json" };
import { sharesOf } from "./shares.ts";

export class BySeconds extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, shard } = this.ctx.config;
    if (shard === undefined) return files;
    const nameOf = ({ moduleId }: TestSpecification) =>
      path.relative(root, moduleId).replaceAll(path.sep, "/");
    const mine = sharesOf(files.map(nameOf), shard.count, seconds)[shard.index - 1] ?? [];
    return files.filter((file) => mine.includes(nameOf(file)));
  }
}

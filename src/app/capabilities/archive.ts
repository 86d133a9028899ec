/** Export of a person's capabilities: one folder per version, in the form in which it can be imported again. */

import type { CapabilityVerbs } from "../../capabilities/use/verbs.ts";
import { type ArchiveFile, jsonFile, textFile } from "../../export/archive.ts";

const LEFT_OUT = "The values of secrets: they are encrypted and never shown. Their names stand here.";

export async function* archiveCapabilities(
  { catalog, secrets }: Pick<CapabilityVerbs, "catalog" | "secrets">,
  owner: string,
): AsyncGenerator<ArchiveFile> {
  const shares = await catalog.shares(owner);
  const listed: object[] = [];
  for (const { owner: _owner, ...capability } of await catalog.list(owner)) {
    const { id, name } = capability;
    listed.push({ ...capability, shared: shares.get(id) ?? [] });
    for (const { version } of await catalog.versions(owner, name)) {
      const bundle = await catalog.bundle(owner, name, version);
      for (const [path, text] of Object.entries(bundle?.files ?? {}))
        yield textFile(`capabilities/${name}/v${version}/${path}`, text);
    }
  }
  const kept = (await secrets.list(owner)).map(({ name }) => name);
  yield jsonFile("capabilities.json", { left_out: LEFT_OUT, secrets: kept, items: listed });
}

/** Maps capabilities and their versions to rows and back. */
import { z } from "zod";
import {
  type Capability,
  type CapabilityDeclaration,
  type CapabilityId,
  type CapabilityVersion,
  STATUSES,
} from "../../../capabilities/catalog/capability.ts";
import type { capabilities, capabilityVersions } from "../schema/capabilities.ts";

type Row = typeof capabilities.$inferSelect;
type VersionRow = typeof capabilityVersions.$inferSelect;

const Schema = z.record(z.string(), z.unknown());
const Names = z.array(z.string());
/** Zero limits, for a capability without a version. */
const Limits = z.object({
  compute_ms: z.number().default(0),
  wait_ms: z.number().default(0),
  memory_mb: z.number().default(0),
  requests: z.number().default(0),
});
const Files = z.array(z.object({ path: z.string(), size: z.number() }));

export function capabilityOf(row: Row): Capability {
  return {
    ...row,
    ...declaredOf(row),
    id: row.id as CapabilityId,
    status: z.enum(STATUSES).parse(row.status),
    agents: Names.parse(JSON.parse(row.agents)),
  };
}

export function versionOf(row: VersionRow): CapabilityVersion {
  const { capability_id: _id, owner: _owner, ...rest } = row;
  return {
    ...rest,
    ...declaredOf(row),
    files: Files.parse(JSON.parse(row.files)),
    change: z.enum(["built", "imported", "restored"]).parse(row.change),
  };
}

function declaredOf(row: Row | VersionRow): CapabilityDeclaration {
  const { description, input_schema, output_schema, tags, hosts, secrets, limits } = row;
  return {
    description,
    input_schema: Schema.parse(JSON.parse(input_schema)),
    output_schema: output_schema === null ? null : Schema.parse(JSON.parse(output_schema)),
    tags: Names.parse(JSON.parse(tags)),
    hosts: Names.parse(JSON.parse(hosts)),
    secrets: Names.parse(JSON.parse(secrets)),
    limits: Limits.parse(JSON.parse(limits)),
  };
}

/** In the form of the columns. */
export function declaredRow(declared: CapabilityDeclaration) {
  const { description, input_schema, output_schema, tags, hosts, secrets, limits } = declared;
  return {
    description,
    input_schema: JSON.stringify(input_schema),
    output_schema: output_schema && JSON.stringify(output_schema),
    tags: JSON.stringify(tags),
    hosts: JSON.stringify(hosts),
    secrets: JSON.stringify(secrets),
    limits: JSON.stringify(limits),
  };
}

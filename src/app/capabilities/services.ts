/** Services that the capabilities part uses. */
import { AGENTS } from "../services/agents.ts";
import { CAPABILITIES_CATALOG } from "../services/capabilities.ts";
import { CHILD_JOBS } from "../services/child-jobs.ts";
import type { ServicesOf } from "../services/group.ts";
import { INSTANCE } from "../services/instance.ts";
import { KERNEL } from "../services/kernel.ts";
import { PLATFORM } from "../services/platform.ts";
import { ROOMS } from "../services/rooms.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [
  AGENTS,
  CAPABILITIES_CATALOG,
  CHILD_JOBS,
  INSTANCE,
  KERNEL,
  PLATFORM,
  ROOMS,
  ROUTING,
] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = serviceReader(...NEEDS);

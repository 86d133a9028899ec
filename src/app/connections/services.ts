/** Services that the connections part uses. */
import { CHANNELS } from "../services/channels.ts";
import { CONNECTIONS } from "../services/connections.ts";
import type { ServicesOf } from "../services/group.ts";
import { KERNEL } from "../services/kernel.ts";
import { PLATFORM } from "../services/platform.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [CHANNELS, CONNECTIONS, KERNEL, PLATFORM] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = serviceReader(...NEEDS);

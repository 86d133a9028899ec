/**
 * All services of a Worker, one object for each set of bindings. Built in wiring/house.ts; a part gets only the groups it
 * names.
 */

import type { AgentServices } from "./services/agents.ts";
import type { CapabilityServices } from "./services/capabilities.ts";
import type { ChannelServices } from "./services/channels.ts";
import type { ChildJobServices } from "./services/child-jobs.ts";
import type { ConnectionServices } from "./services/connections.ts";
import type { ConversationServices } from "./services/conversations.ts";
import type { InstanceServices } from "./services/instance.ts";
import type { Kernel } from "./services/kernel.ts";
import type { LoadServices } from "./services/load.ts";
import type { McpServices } from "./services/mcp.ts";
import type { MediaServices } from "./services/media.ts";
import type { MemoryServices } from "./services/memory.ts";
import type { ModelServices } from "./services/models.ts";
import type { PeopleServices } from "./services/people.ts";
import type { PersonalDataServices } from "./services/personal-data.ts";
import type { Platform } from "./services/platform.ts";
import type { RoomServices } from "./services/rooms.ts";
import type { RoutingServices } from "./services/routing.ts";
import type { SharedLinkServices } from "./services/shared-links.ts";

export interface House
  extends Kernel,
    Platform,
    PeopleServices,
    PersonalDataServices,
    AgentServices,
    RoomServices,
    ConversationServices,
    RoutingServices,
    ChannelServices,
    ConnectionServices,
    ModelServices,
    MemoryServices,
    MediaServices,
    CapabilityServices,
    McpServices,
    ChildJobServices,
    SharedLinkServices,
    InstanceServices,
    LoadServices {}

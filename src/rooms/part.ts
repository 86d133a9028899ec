/** Rooms as a part of the Worker. */
import { definePart } from "../part.ts";
import { roomRoutes } from "./routes/rooms.ts";

export const roomsPart = definePart({ name: "rooms", routes: roomRoutes });

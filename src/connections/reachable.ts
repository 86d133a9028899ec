/** Whether a service outside can send requests to an address. */
import { screen } from "../guard/screen.ts";

/** True for https at a public name or number. The name may lead nowhere: the service finds that out. Never throws. */
export function isReachable(address: string): boolean {
  return URL.parse(address)?.protocol === "https:" && screen(address, { allow_hosts: [] }).ok;
}

/** Name and logo of the instance, as the API answers them. */
import type { Branding as Shown } from "../../contract/instance/branding.ts";
import type { Branding } from "../../storage/d1/instance/branding.ts";
import { API_ROOT } from "./api.ts";

/** The address changes with the picture. */
export function brandingView({ name, logo }: Branding): Shown {
  return { name, logo: logo && `${API_ROOT}/instance/logo?v=${logo}` };
}

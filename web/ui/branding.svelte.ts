/** Name and logo of this instance: of its last visit here, until the server answers. */
import type { Branding } from "../api/instance.ts";

const KEY = "nightjar:branding";
const PRODUCT = { name: null, logo: null };

let shown = $state.raw<Branding>(stored());
wear(shown);

export const branding = {
  get name(): string {
    return shown.name ?? "Nightjar";
  },
  /** Null: it has no name of its own. */
  get ownName(): string | null {
    return shown.name;
  },
  /** Address of the picture; null: the nightjar. */
  get logo(): string | null {
    return shown.logo;
  },
  show(next: Branding): void {
    if (next.name === shown.name && next.logo === shown.logo) return;
    shown = next;
    store(next);
    wear(next);
  },
};

/** The browser's tab shows the logo too. */
function wear({ logo }: Branding): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  if (logo === null) icon.type = "image/svg+xml";
  else icon.removeAttribute("type");
  icon.href = logo ?? "/icon.svg";
}

function stored(): Branding {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "null") as Branding | null) ?? PRODUCT;
  } catch {
    return PRODUCT;
  }
}

function store(next: Branding): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage that is blocked costs only comfort: the product's name is shown until the server answers.
  }
}

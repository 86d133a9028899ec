/** The theme (light, dark or the system's), and the font of answers. */

export type Theme = "system" | "light" | "dark";
export type Face = "serif" | "sans";

const root = document.documentElement;
const dark = window.matchMedia("(prefers-color-scheme: dark)");

let theme = $state<Theme>(themeOf(root.dataset["theme"]));
let face = $state<Face>(root.dataset["face"] === "sans" ? "sans" : "serif");
let systemIsDark = $state(dark.matches);

dark.addEventListener("change", () => {
  systemIsDark = dark.matches;
});

export const appearance = {
  get theme(): Theme {
    return theme;
  },
  set theme(next: Theme) {
    theme = next;
    keep("theme", next === "system" ? null : next);
  },
  get face(): Face {
    return face;
  },
  set face(next: Face) {
    face = next;
    keep("face", next === "serif" ? null : next);
  },
  get isDark(): boolean {
    return theme === "system" ? systemIsDark : theme === "dark";
  },
};

function themeOf(text: string | undefined): Theme {
  return text === "light" || text === "dark" ? text : "system";
}

/** Stored as plain text, since theme.js reads it before this module is loaded. */
function keep(name: "theme" | "face", value: string | null): void {
  if (value === null) delete root.dataset[name];
  else root.dataset[name] = value;
  try {
    if (value === null) localStorage.removeItem(`nightjar:${name}`);
    else localStorage.setItem(`nightjar:${name}`, value);
  } catch {
    // Storage is blocked: the choice holds until the page is left.
  }
}

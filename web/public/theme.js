try {
  const theme = localStorage.getItem("nightjar:theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("nightjar:face") === "sans") document.documentElement.dataset.face = "sans";
} catch {
  // Storage is not available to this page: the system's own theme is used.
}

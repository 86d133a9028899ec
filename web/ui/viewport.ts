/** Keeps the page inside the visible area: iOS lays its keyboard over a page without telling the layout. */
export function followViewport(): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const adapt = () => {
    // A pinch zoom also changes the viewport; only the keyboard should change the page.
    if (viewport.scale > 1.01) return;
    document.documentElement.style.setProperty("--app-height", `${Math.round(viewport.height)}px`);
    if (viewport.offsetTop > 0) window.scrollTo(0, 0);
  };
  viewport.addEventListener("resize", adapt);
  viewport.addEventListener("scroll", adapt);
  adapt();
}

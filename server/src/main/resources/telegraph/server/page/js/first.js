// Runs before the page is drawn, so that a chosen theme does not flash into another.
try {
  const chosen = localStorage.getItem("telegraph.theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; the system's theme is then as good.
}

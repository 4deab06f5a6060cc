// Runs before the first paint, so that a dark page never flashes white. It is a file of its own because the
// content security policy allows no inline script. The key is the one of theme.ts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("sarraf-color-scheme");
  } catch {
    // Storage may be closed to the page; then the system's choice stands.
  }
  var dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();

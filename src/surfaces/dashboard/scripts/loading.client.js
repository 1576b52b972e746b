// Marks the page while the next one is being loaded, so that its style shows a bar. Browsers without the Navigation API show their own.

/** A file that the server sends as a download ends no page. The mark goes after this many milliseconds. */
const MAX_MS = 8000;
const page = document.documentElement;

const end = () => delete page.dataset.loading;

if ("navigation" in window) {
  window.navigation.addEventListener("navigate", ({ destination, downloadRequest }) => {
    if (destination.sameDocument || downloadRequest !== null) return;
    page.dataset.loading = "";
    setTimeout(end, MAX_MS);
  });
  // Also when a person comes back to a page that the browser kept.
  window.addEventListener("pageshow", end);
}

// Keeps the progress of something that goes on in the background up to date: asks for the page again and takes its parts
// by their data-part. Once the new page has no data-refresh any more, the whole page is shown anew.
const EVERY_MS = 1000;

/** @param {Element} shown */
async function refresh(shown) {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = page.querySelector("[data-refresh]");
  if (!next) {
    location.reload();
    return;
  }
  for (const part of shown.querySelectorAll("[data-part]")) {
    const fresh = next.querySelector(`[data-part="${part.getAttribute("data-part")}"]`);
    if (fresh) part.replaceWith(document.importNode(fresh, true));
  }
}

const shown = document.querySelector("[data-refresh]");
const tick = async () => {
  if (!shown) return;
  // A page that nobody sees asks for nothing; the work goes on without it.
  if (!document.hidden) await refresh(shown).catch(() => {});
  setTimeout(tick, EVERY_MS);
};
setTimeout(tick, EVERY_MS);

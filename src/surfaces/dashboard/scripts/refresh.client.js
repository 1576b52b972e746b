// Shows the progress of background work: fetches the page again and replaces its parts by data-part. Once the new page has
// no data-refresh, it reloads.
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
  // A hidden page does not poll. The work continues without it.
  if (!document.hidden) await refresh(shown).catch(() => {});
  setTimeout(tick, EVERY_MS);
};
setTimeout(tick, EVERY_MS);

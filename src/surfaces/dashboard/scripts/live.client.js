// Shows new visits on an open page, and adds them to its totals. It polls two numbers, with an ETag, and pauses while the page is hidden.
const EVERY_MS = 3000;
/** It stops after this many failures in a row, such as after the sign-in has expired. */
const MAX_FAILURES = 3;

const line = document.querySelector("[data-watch]");
let etag = "";
/** @type {{scans: number, clicks: number} | undefined} */
let before;
let failures = 0;

/**
 * @param {number} number
 * @param {string} one
 */
const counted = (number, one) =>
  number === 0 ? [] : [`${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`];

/**
 * @param {HTMLElement} shown
 * @param {number} scans
 * @param {number} clicks
 */
function showVisits(shown, scans, clicks) {
  const isFirst = shown.dataset.first !== undefined && scans > 0;
  const came = [...counted(scans, "scan"), ...counted(clicks, "click")].join(" and ");
  const text = isFirst ? "First scan. The code works." : `${came} since you opened this page.`;
  const reload = document.createElement("a");
  reload.href = location.href;
  reload.textContent = "Reload";
  shown.replaceChildren(`${text} `, reload);
  if (scans > 0) document.querySelector("[data-step=scan]")?.classList.add("done");
}

/** The totals of the page when it was opened. Visitors are not known until they are added up. */
const totals = [...document.querySelectorAll(".numbers[data-live] > div")].flatMap((total) => {
  const value = total.querySelector(".value");
  const name = total.querySelector("dt")?.textContent ?? "";
  return value && ["Visits", "Scans", "Clicks"].includes(name)
    ? [{ value, name, was: Number(value.textContent?.replaceAll(",", "")) }]
    : [];
});

/**
 * @param {number} scans
 * @param {number} clicks
 */
function addToTotals(scans, clicks) {
  for (const { value, name, was } of totals) {
    const came = name === "Scans" ? scans : name === "Clicks" ? clicks : scans + clicks;
    const text = (was + came).toLocaleString("en");
    if (value.textContent === text) continue;
    value.textContent = text;
    value.classList.add("moved");
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
      value.animate([{ transform: "scale(1.25)" }, { transform: "none" }], {
        duration: 600,
        easing: "ease-out",
      });
  }
}

/** @param {HTMLElement} shown */
async function poll(shown) {
  const response = await fetch(shown.dataset.watch ?? "", { headers: etag ? { "If-None-Match": etag } : {} });
  if (!response.ok && response.status !== 304) throw new Error(`responded ${response.status}`);
  failures = 0;
  if (response.status === 304) return;
  etag = response.headers.get("ETag") ?? "";
  const now = await response.json();
  // These are the numbers of the day, which restart at 0.
  if (!before || now.scans < before.scans || now.clicks < before.clicks) before = now;
  else if (now.scans + now.clicks > before.scans + before.clicks) {
    const came = /** @type {const} */ ([now.scans - before.scans, now.clicks - before.clicks]);
    showVisits(shown, ...came);
    addToTotals(...came);
  }
}

if (line instanceof HTMLElement) {
  const look = () => {
    if (document.hidden || failures >= MAX_FAILURES) return;
    poll(line).catch(() => {
      failures++;
    });
  };
  look();
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);
}

// The time zone of an organization is likely that of its owner's browser.
const offer = document.querySelector("[data-zone-offer]");
const button = offer?.querySelector("button");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (offer instanceof HTMLElement && button && zone) {
  button.value = zone;
  const city = zone.split("/").at(-1)?.replaceAll("_", " ");
  button.textContent = zone.includes("/") ? `Use ${city} time` : `Use ${zone}`;
  offer.hidden = zone === "UTC";
}

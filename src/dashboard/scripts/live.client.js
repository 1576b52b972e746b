// Says on an open page that somebody came. It asks for two numbers, which are answered without a body while they are the
// same, and it asks for nothing while nobody sees the page.
const EVERY_MS = 3000;
/** After so many failures in a row, as when the sign-in has ended, it asks no more. */
const PATIENCE = 3;

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
function tell(shown, scans, clicks) {
  const isFirst = shown.dataset.first !== undefined && scans > 0;
  const came = [...counted(scans, "scan"), ...counted(clicks, "click")].join(" and ");
  const text = isFirst ? "Your first scan is here. The code works." : `${came} since you opened this page.`;
  const again = document.createElement("a");
  again.href = location.href;
  again.textContent = "Show the numbers";
  shown.replaceChildren(`${text} `, again);
  if (scans > 0) document.querySelector("[data-step=scan]")?.classList.add("done");
}

/** @param {HTMLElement} shown */
async function ask(shown) {
  const response = await fetch(shown.dataset.watch ?? "", { headers: etag ? { "If-None-Match": etag } : {} });
  if (!response.ok && response.status !== 304) throw new Error(`answered ${response.status}`);
  failures = 0;
  if (response.status === 304) return;
  etag = response.headers.get("ETag") ?? "";
  const now = await response.json();
  // The numbers are those of the day, which begins at 0 again.
  if (!before || now.scans < before.scans || now.clicks < before.clicks) before = now;
  else if (now.scans + now.clicks > before.scans + before.clicks)
    tell(shown, now.scans - before.scans, now.clicks - before.clicks);
}

if (line instanceof HTMLElement) {
  const look = () => {
    if (document.hidden || failures >= PATIENCE) return;
    ask(line).catch(() => {
      failures++;
    });
  };
  look();
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);
}

// A full-screen code: keys and swipes open the next one, the screen stays on, and scans are counted live.
const EVERY_MS = 3000;
/** The shortest swipe, in pixels. */
const MIN_SWIPE = 60;

/** @param {string} key */
function follow(key) {
  const link = document.querySelector(`a[data-key="${key}"]`);
  if (link instanceof HTMLElement) link.click();
}
document.addEventListener("keydown", (event) => {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) follow(event.key);
});
let from = 0;
document.addEventListener("touchstart", (event) => {
  from = event.changedTouches[0]?.clientX ?? 0;
});
document.addEventListener("touchend", (event) => {
  const way = (event.changedTouches[0]?.clientX ?? from) - from;
  if (Math.abs(way) > MIN_SWIPE) follow(way < 0 ? "ArrowRight" : "ArrowLeft");
});

const live = document.querySelector("[data-scans]");
const before = live instanceof HTMLElement ? Number(live.dataset.scans) : 0;

/** @param {number} number */
const scansOf = (number) => `${number.toLocaleString("en")} ${number === 1 ? "scan" : "scans"}`;

async function count() {
  if (!(live instanceof HTMLElement)) return;
  const response = await fetch(live.dataset.url ?? "");
  if (!response.ok) return;
  const { scans } = await response.json();
  const since = scans - before;
  const text = since > 0 ? `${scansOf(since)} just now · ${scansOf(scans)} today` : `${scansOf(scans)} today`;
  if (live.textContent !== text) live.textContent = text;
}

// A hidden page does not poll.
setInterval(() => {
  if (!document.hidden) count().catch(() => {});
}, EVERY_MS);

/** Keeps the screen on if the browser can. Hiding the page ends it. */
const keepOn = () => {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
};
document.addEventListener("visibilitychange", keepOn);
keepOn();

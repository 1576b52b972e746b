// A tab shows another part of the page, and the page stays where it was.
const PLACE = "place";
document.addEventListener("click", (event) => {
  const tab = event.target instanceof Element && event.target.closest("[data-stays] a");
  if (!(tab instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  sessionStorage.setItem(PLACE, String(scrollY));
  location.assign(tab.href.replace(/#.*/, ""));
});
const place = Number(sessionStorage.getItem(PLACE));
if (place > 0) {
  // As high as needed if the new part is shorter.
  document.body.style.minHeight = `${place + innerHeight}px`;
  scrollTo({ top: place, behavior: "instant" });
}
sessionStorage.removeItem(PLACE);

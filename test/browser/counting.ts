import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Counts what is done on this page from now on, as people get tired of clicks and of pages. */
export function counting(page: Page) {
  /** Pages that were opened, besides the one on which it began. */
  const counts = { clicks: 0, pages: 0 };
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) counts.pages++;
  });
  const press = async (what: Locator) => {
    counts.clicks++;
    await what.click();
  };
  return {
    press,
    /** Presses what has this name. */
    click: (name: string | RegExp, role: "button" | "link" | "checkbox" = "button") =>
      press(page.getByRole(role, { name, exact: typeof name === "string" }).first()),
    clickText: (text: string) => press(page.getByText(text, { exact: true }).first()),
    /** Expects that the task took at most so many clicks and pages. */
    took(task: string, maxClicks: number, maxPages: number): void {
      expect(counts.clicks, `clicks to ${task}`).toBeLessThanOrEqual(maxClicks);
      expect(counts.pages, `pages to ${task}`).toBeLessThanOrEqual(maxPages);
    },
  };
}

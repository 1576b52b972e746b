import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** What somebody did to get something done. */
interface Counts {
  clicks: number;
  /** That were opened, besides the one on which it began. */
  pages: number;
}

/**
 * Ten tasks of people who work with links, and what each took in version 1.1.0, from the same page to the same end:
 * counted on its screens, by the shortest way that they offered to a pointer. Null: it could not be done there.
 */
const BEFORE = {
  "make a link of a product page": { clicks: 3, pages: 3 },
  "make a choice of shops": null,
  "tag three links and list them": { clicks: 6, pages: 2 },
  "find a link by its name": { clicks: 2, pages: 2 },
  "show a code on the screen": { clicks: 2, pages: 2 },
  "ask who scans in a country on a weekday": null,
  "save the codes of three links": { clicks: 11, pages: 8 },
  "give a program a key that reads": { clicks: 11, pages: 3 },
  "invite somebody": { clicks: 3, pages: 3 },
  "see which client needs attention": { clicks: 3, pages: 3 },
} as const satisfies Record<string, Counts | null>;

/** Counts what is done on this page from now on. */
export function counting(page: Page) {
  const counts: Counts = { clicks: 0, pages: 0 };
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
    /** What it took; it has to be less than before: fewer clicks, and no page more. */
    took(task: keyof typeof BEFORE, clicks: number, pages: number): void {
      expect([task, counts]).toEqual([task, { clicks, pages }]);
      const before: Counts | null = BEFORE[task];
      if (before === null) return;
      expect([task, clicks]).toEqual([task, Math.min(clicks, before.clicks - 1)]);
      expect([task, pages]).toEqual([task, Math.min(pages, before.pages)]);
    },
  };
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { IS_DEEP } from "../seeds.ts";
import type { Window } from "./browser.ts";

/** A directory to leave pictures in, for people who want to look. */
const pictures = process.env.SCREENSHOTS;

/** The smaller of axe's two files. As a script of each new page, the browser parses it once. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PHONE = { name: "phone", viewport: { width: 390, height: 844 } };
const DESKTOP = { name: "desktop", viewport: { width: 1280, height: 900 } };

/** In depth, and where pictures are wanted, each screen is looked at in each view. */
const inEachView = IS_DEEP || pictures !== undefined;

/** A phone and a desktop, one in light and one in dark: colors do not depend on the size. In each view, all four. */
const VIEWS = [
  { ...PHONE, colorScheme: "light" as const },
  { ...DESKTOP, colorScheme: "dark" as const },
  ...(inEachView
    ? [
        { ...PHONE, colorScheme: "dark" as const },
        { ...DESKTOP, colorScheme: "light" as const },
      ]
    : []),
];

/**
 * The most bytes of a screen with everything that it loads but pictures of codes, which a browser loads when it likes, and the
 * face, which it loads once; of its scripts; and of the face.
 */
const LIMITS = { screen: 63_500, scripts: 40_000, face: 50_000 };

/** A screen to look at. A path alone is one that answers with 200. */
export interface Screen {
  path: string;
  status?: number;
  /** The most bytes with everything that it loads from our host, where they are not those of LIMITS. */
  bytes?: number;
  /** Whether axe judges it in every view, as it has what other screens are made of. Else axe judges it in one view. */
  axeInEachView?: true;
  /** What of it axe judges, as a selector, where the rest is what it judged on another screen; null if nothing is left. */
  axeJudges?: string | null;
  /** What a person does there before it is looked at. */
  first?: (page: Page) => Promise<unknown>;
  /** The status that this is answered with, where it is an error. */
  thenStatus?: number;
}

/**
 * Opens every screen and looks at it in each view. Gives what is wrong, and nothing where every screen answers as it
 * should, is accessible, fits the window, is small enough, and complains of nothing in the console.
 *
 * A screen is looked at on a phone, which has the least room. The first two of a set, and what all screens are made of,
 * are loaded once, in one view, and then changed to the other. Nearly half of the time of axe is the contrast of colors,
 * which it judges on these, as all have the same colors. `npm run test:deep` judges each screen in each view. `set` is the
 * beginning of the pictures' names.
 */
export async function lookAtEveryScreen(
  { page, context, problems }: Window,
  set: string,
  screens: Readonly<Record<string, string | Screen>>,
): Promise<string[]> {
  const wrong: string[] = [];
  await context.addInitScript({ content: AXE });
  for (const [index, [name, screen]] of Object.entries(screens).entries()) {
    const {
      path,
      status = 200,
      bytes = LIMITS.screen,
      first,
      thenStatus,
      axeInEachView,
      axeJudges,
    }: Screen = typeof screen === "string" ? { path: screen } : screen;
    const inBoth = index % 2 === 0 ? VIEWS : VIEWS.toReversed();
    const views = inEachView || axeInEachView || index < VIEWS.length ? inBoth : VIEWS.slice(0, 1);
    const note = (what: string, found: readonly string[]) =>
      wrong.push(...found.map((each) => `${set} ${name}${what}: ${each}`));
    for (const [turn, view] of views.entries()) {
      await page.setViewportSize(view.viewport);
      await page.emulateMedia({ colorScheme: view.colorScheme });
      if (turn === 0) {
        await context.clearCookies();
        const answer = await page.goto(path);
        if (answer?.status() !== status) note("", [`answered ${answer?.status()}`]);
        note("", await tooLarge(page, bytes));
        await first?.(page);
      }
      const inView = ` (${view.name}, ${view.colorScheme})`;
      if (pictures) {
        const file = `${set} ${name}${inView}`.replace(/[^\w]+/g, "-").replace(/-$/, "");
        await page.screenshot({ path: join(pictures, `${file}.png`), fullPage: true });
      }
      if (turn === 0 || axeInEachView || inEachView) {
        const colors = inEachView || axeInEachView || index < VIEWS.length;
        note(inView, await axeFindings(page, { judged: axeJudges, colors }));
      }
      const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (overflow > 0) note(inView, [`is ${overflow} px wider than the window`]);
    }
    const isTold = (problem: string) =>
      [status, thenStatus].some(
        (each) => each !== undefined && each >= 400 && problem.startsWith(refusal(each)),
      );
    note(
      "",
      problems.splice(0).filter((problem) => !isTold(problem)),
    );
  }
  return wrong;
}

/** How the browser says in its console that a page was refused or is not there. */
const refusal = (status: number) =>
  `Failed to load resource: the server responded with a status of ${status}`;

/** Opens everything on the page that is folded. */
export const unfold = (page: Page): Promise<unknown> =>
  page.evaluate("for (const folded of document.querySelectorAll('main details')) folded.open = true");

/** What axe finds wrong with the page as it is now, or with what the selector `judged` finds there. */
async function axeFindings(
  page: Page,
  { judged = ":root", colors }: { judged: Screen["axeJudges"]; colors: boolean },
): Promise<string[]> {
  if (judged === null) return [];
  return page.evaluate(
    async ([selector, enabled]) => {
      // The script of AXE put it there. What it says of the rest stays in the page: its answer is large.
      const judge = (globalThis as unknown as { axe: typeof axe }).axe;
      const rules = { "color-contrast": { enabled } };
      const options = { resultTypes: ["violations" as const], iframes: false, rules };
      const { violations } = await judge.run(selector, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    [judged, colors] as const,
  );
}

/** Whether the page or its scripts are too large; files count also where the browser had them already. */
async function tooLarge(page: Page, most: number): Promise<string[]> {
  const entries = await page.evaluate<{ name: string; decodedBodySize: number }[]>(
    `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((entry) => entry.toJSON())`,
  );
  const loaded = entries.filter(({ name }) => !new URL(name).pathname.startsWith("/qr/"));
  const bytes = (of: typeof loaded) => of.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0);
  const ending = (extension: string) =>
    bytes(loaded.filter(({ name }) => new URL(name).pathname.endsWith(extension)));
  const [scripts, face] = [ending(".js"), ending(".woff2")];
  const all = bytes(loaded) - face;
  return [
    ...(face > LIMITS.face ? [`has a face of ${face} bytes`] : []),
    ...(all > most ? [`is ${all} bytes large`] : []),
    ...(scripts > LIMITS.scripts ? [`has ${scripts} bytes of scripts`] : []),
  ];
}

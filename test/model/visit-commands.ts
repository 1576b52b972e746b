import type fc from "fast-check";
import { expect } from "vitest";
import { LATER } from "../faults/faults.ts";
import { type Answer, send } from "../requests.ts";
import type { RunningService } from "../service.ts";
import { type Command, choice, command, onLink, type Real } from "./command.ts";
import { answerOf, chosen, FRESHNESS_MS, type Model, type ModelLink, maySay, slugsOf } from "./model.ts";

const BROWSER = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1";

/** A shopper's request. */
export const shop = (
  { clock }: Model,
  { service }: Real,
  path: string,
  accept = "text/html",
): Promise<Answer> =>
  send(service as RunningService, "GET", path, undefined, {
    headers: { [LATER]: String(clock), "User-Agent": BROWSER, Accept: accept },
  });

const told = ({ status, headers, json }: Answer): string =>
  status === 410
    ? `410 ${json?.error?.details?.[0].message ?? "off"}`
    : [status, headers.get("Location")].filter((part) => part !== null).join(" ");

/** Visits a link by one of its URLs, and counts the visit like the service. */
export async function visitLink(model: Model, real: Real, link: ModelLink, name: string): Promise<void> {
  // Time passes during the request.
  const before = Date.now() + model.clock;
  const answer = told(
    await shop(model, real, `/${name}`, link.state.offers ? "text/html" : "application/json"),
  );
  const states = maySay(link, model.clock);
  const may = [before, Date.now() + model.clock].flatMap((now) =>
    states.map((state) => answerOf(state, now)),
  );
  const gained = model.slugs.get(name)?.since ?? 0;
  // Nobody had this slug recently.
  if (gained + FRESHNESS_MS >= model.clock) may.push("404");
  expect(may).toContain(answer);
  if (answer !== "410 off" && answer !== "404") link.visits++;
}

const visit = choice.map((number) =>
  onLink("visit", number, async (link, model, real) => {
    const names = [link.shortId, ...slugsOf(model, link)];
    await visitLink(model, real, link, chosen(names, Math.floor(number / 7)) ?? link.shortId);
  }),
);

const KEYS = ["a", "b", "c", "never"];

/** A tap on an offer: it redirects there, or to the page if the offer was removed, and is not a visit. */
async function tapOffer(model: Model, real: Real, link: ModelLink, key: string): Promise<void> {
  const { status, headers } = await shop(model, real, `/${link.shortId}/${key}`);
  const to = headers.get("Location") ?? "";
  const answer = status === 302 ? `302 ${to.endsWith(`/${link.shortId}`) ? "page" : to}` : String(status);
  const hadOnce = link.versions.some(({ offers }) =>
    offers.some((offer: { key: string }) => offer.key === key),
  );
  const may = maySay(link, model.clock).map((state) => {
    if (state.status !== "active") return "410";
    const offer = state.offers.find((each: { key: string }) => each.key === key);
    return offer ? `302 ${offer.customUrl}` : hadOnce ? "302 page" : "404";
  });
  // A copy from before the offer was added does not have it.
  if (maySay(link, model.clock).length > 1) may.push("404");
  expect(may).toContain(answer);
  if (status === 302 && answer !== "302 page") link.taps++;
}

const isChoice = ({ state }: ModelLink): boolean => state.offers !== undefined;

const tap = choice.map((number) =>
  onLink(
    "tap",
    number,
    (link, model, real) => tapOffer(model, real, link, chosen(KEYS, number) ?? ""),
    isChoice,
  ),
);

/** Once no old values remain, every URL of these links shows the current state, and so does each offer. */
export async function expectSettled(model: Model, real: Real, links: readonly ModelLink[]): Promise<void> {
  model.clock += FRESHNESS_MS + 1_000;
  for (const link of links) {
    for (const name of [link.shortId, ...slugsOf(model, link)]) await visitLink(model, real, link, name);
    if (isChoice(link)) for (const key of KEYS) await tapOffer(model, real, link, key);
  }
}

const settledVisits = choice.map((number) =>
  onLink("settled", number, (link, model, real) => expectSettled(model, real, [link])),
);

/** An unknown URL redirects nowhere. */
const stray = choice.map((number) =>
  command(`stray(${number})`, async (model, real) => {
    expect((await shop(model, real, `/nobody-has-${number}`)).status).toBe(404);
  }),
);

/** Actions of shoppers. */
export const VISIT_COMMANDS: fc.Arbitrary<Command>[] = [
  ...[visit, visit, visit, tap, tap, stray],
  ...[settledVisits, settledVisits],
];

import { expect, test } from "vitest";
import type { WriteHooks } from "../../src/features/links/extension.ts";
import type { Link } from "../../src/features/links/link.ts";
import { resolveChangedDestination } from "../../src/features/links/resolve-destination.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import { CREATED, newLink } from "./links.ts";

const NOW = new Date(CREATED.getTime() + 60_000);
const [since, now] = [CREATED.toISOString(), NOW.toISOString()];
const shop = (key: string, path = "") => ({
  key,
  retailer: "custom",
  intent: "custom_url",
  customUrl: `https://${key}.example/${path}`,
});
const choice = (...offers: object[]) => parseDefinition(choiceBody({ offers }));
const leadOf = (key: string, destination = `https://${key}.example/`) => ({
  key,
  destination,
  urlType: "custom" as const,
  reason: "custom_url" as const,
  since,
});
/** A stored choice of two shops, `a` and `b`, with keys that are gone. */
function storedChoice(record: Partial<Link> = {}): Link {
  const { customUrl: _, ...rest } = newLink();
  const offerDestinations = [leadOf("a"), leadOf("b")];
  // What was parsed as a choice, with the record of a link.
  return {
    ...rest,
    ...choice(shop("a"), shop("b")),
    offerDestinations,
    removedKeys: ["x", "y"],
    ...record,
  } as Link;
}
const leading = (
  before: Link,
  definition: Parameters<typeof resolveChangedDestination>[1],
  shares: Share[] = [],
) =>
  resolveChangedDestination(
    before,
    definition,
    shares.map(([offerKey, writeHooks]) => ({ name: "page", offerKey, writeHooks })),
    { settings: {}, now: NOW },
  );
type Share = [offerKey: string, writeHooks: WriteHooks];

test("an unchanged definition keeps its destination, even if it would be built differently now", async () => {
  const kept = { destination: "/l/page", urlType: "long_link", reason: "fallback_url" } as const;
  const before = newLink({ name: "A" }, kept);
  expect(await leading(before, parseDefinition({ ...linkBody(), name: "B" }))).toEqual(kept);
  const moved = parseDefinition(linkBody(undefined, { customUrl: "https://new.example/" }));
  expect(await leading(before, moved)).toEqual({
    destination: "https://new.example/",
    urlType: "custom",
    reason: "custom_url",
  });
});

test("a changed part uses its extension's stored destination for now", async () => {
  const before = storedChoice();
  const definition = choice(shop("a", "new"), shop("b", "new"));
  const keep = (url: string | null): WriteHooks => ({ cachedDestination: () => url });
  const { offerDestinations } = await leading(before, definition, [
    ["a", {}],
    ["a", keep(null)],
    ["a", keep("https://kept.example/")],
    ["b", keep("https://b.example/")],
  ]);
  expect(offerDestinations).toEqual([
    { ...leadOf("a", "https://kept.example/"), since: now },
    // Where it led before: since then.
    leadOf("b"),
  ]);
});

test("an unchanged offer keeps its start, and removed keys are remembered forever", async () => {
  const before = storedChoice();
  expect(await leading(before, choice(shop("a"), shop("c")))).toEqual({
    destination: `/${before.shortId}`,
    urlType: "choice_page",
    reason: "choice_page",
    offerDestinations: [leadOf("a"), { ...leadOf("c"), since: now }],
    removedKeys: ["x", "y", "b"],
  });
  // A key that comes back is gone no longer.
  expect((await leading(before, choice(shop("x"), shop("b")))).removedKeys).toEqual(["y", "a"]);
  // Another definition that redirects to the same place: since it began.
  const tracked = { ...shop("a"), customUrl: "https://a.example/?utm_source=print" };
  const was = { offerDestinations: [leadOf("a", tracked.customUrl), leadOf("b")] };
  expect((await leading(storedChoice(was), choice(tracked, shop("b")))).offerDestinations?.[0]?.since).toBe(
    since,
  );
});

test("a choice that becomes another kind of link loses its offers, and their keys count as removed", async () => {
  const before = storedChoice();
  expect(await leading(before, parseDefinition(linkBody()))).toEqual({
    destination: "https://example.com/welcome",
    urlType: "custom",
    reason: "custom_url",
  });
  const { removedKeys, offerDestinations } = await leading(newLink(), choice(shop("a"), shop("b")));
  expect([removedKeys, offerDestinations?.map((lead) => lead.since)]).toEqual([undefined, [now, now]]);
});

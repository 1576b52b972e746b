import { expect, test } from "vitest";
import {
  adviceOf,
  extensionStatements,
  type LinkExtension,
  type PartEdit,
  type ProductAdvice,
  startExtensions,
  type WriteHooks,
  writeHooksOf,
} from "../../src/features/links/extension.ts";
import type { Link } from "../../src/features/links/link.ts";
import { partsOf } from "../../src/features/links/link-part.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { ALWAYS } from "../../src/ground/platform/guard.ts";
import { choiceBody, linkBody, OFFERS } from "../bodies.ts";
import { CREATED, newLink } from "./links.ts";

const at = CREATED.toISOString();
const lead = (key: string) => ({ key, destination: `https://${key}.example/`, urlType: "custom", since: at });
const choice = (offers: object[] = OFFERS) => parseDefinition(choiceBody({ offers }));
/** A choice as it is stored. */
function choiceLink(offers?: object[]): Link {
  const { customUrl: _, ...record } = newLink();
  const definition = choice(offers);
  // What was parsed as a choice, with the record of a link.
  return {
    ...record,
    ...definition,
    offerDestinations: definition.offers?.map(({ key }) => lead(key)),
  } as Link;
}

/** A follower that has a share in each writing that it is told of, and what it was told. */
function follower(name: string, share: (writing: PartEdit) => WriteHooks | null = () => ({})) {
  const told: PartEdit[][] = [];
  const own: LinkExtension = {
    name,
    hooksFor(edits) {
      told.push([...edits]);
      return edits.map(share);
    },
  };
  return { own, told };
}

test("extensions get all changed and removed parts in one call", () => {
  const before = choiceLink();
  const [walmart = {}, marketplace = {}, , own] = OFFERS;
  const moved = { ...own, customUrl: "https://own.example/other" };
  const single = parseDefinition(linkBody());
  const { own: all, told } = follower("all");
  const some = follower("some", ({ offerKey }) => (offerKey === "own" ? {} : null));
  const shares = writeHooksOf(
    [all, some.own],
    [
      { definition: single, previous: null },
      { definition: choice([{ ...walmart, label: "Here" }, marketplace, moved]), previous: before },
      { definition: single, previous: newLink({ customUrl: "https://example.com/welcome", name: "Other" }) },
    ],
  );
  expect(shares.map((each) => each.map(({ name, offerKey }) => [name, offerKey]))).toEqual([
    [["all", ""]],
    [
      ["all", "own"],
      ["some", "own"],
      ["all", "custom"],
    ],
    [],
  ]);
  const former = (key: string) => partsOf(before).find(({ offerKey }) => offerKey === key);
  expect(told).toEqual([
    [
      { offerKey: "", definition: single, previous: null, link: null },
      {
        offerKey: "own",
        definition: expect.objectContaining({ customUrl: "https://own.example/other" }),
        previous: former("own"),
        link: before,
      },
      { offerKey: "custom", definition: null, previous: former("custom"), link: before },
    ],
  ]);
  expect(writeHooksOf([], [{ definition: single, previous: null }])).toEqual([[]]);
});

test("advice belongs to the part for which it is available in time", async () => {
  const known: ProductAdvice = { products: [{ retailerProductId: "1", quantity: 1 }], offers: new Map() };
  const named = (offerKey: string, writeHooks: WriteHooks) => ({ name: "check", offerKey, writeHooks });
  const advice = await adviceOf([
    named("a", { advise: () => Promise.resolve(known) }),
    named("b", { advise: () => Promise.resolve(null) }),
    named("c", {}),
  ]);
  expect([...advice]).toEqual([["a", known]]);
});

test("a shared hook function is called once for all its parts", () => {
  const calls: unknown[] = [];
  const rows = (...input: unknown[]): D1PreparedStatement[] => {
    calls.push(input);
    return [];
  };
  const [one, other] = [newLink(), choiceLink()];
  const share = (offerKey: string, writeHooks: WriteHooks) => ({ name: "page", offerKey, writeHooks });
  const hookedLinks = [
    { link: one, hooks: [share("", { rows })] },
    { link: other, hooks: [share("own", { rows }), share("custom", {})] },
  ];
  expect(extensionStatements(hookedLinks, ALWAYS)).toEqual([]);
  expect(calls).toEqual([
    [
      [
        { id: one.id, offerKey: "" },
        { id: other.id, offerKey: "own" },
      ],
      ALWAYS,
    ],
  ]);
});

test("work after the commit gets the written parts, and its errors are logged with their links", async () => {
  const [one, other] = [newLink(), choiceLink()];
  const calls: unknown[] = [];
  const logged: unknown[] = [];
  const { waitUntil, settled } = gatherWork();
  const cause = new Error("no page");
  const fine = (parts: readonly { offerKey: string }[], { alone }: { alone: boolean }) => {
    calls.push([parts.map(({ offerKey }) => offerKey), alone]);
    return Promise.resolve();
  };
  const fails = () => Promise.reject(cause);
  const share = (name: string, offerKey: string, writeHooks: WriteHooks) => ({ name, offerKey, writeHooks });
  const log = (...entry: unknown[]) => void logged.push(entry);
  const start = (hookedLinks: Parameters<typeof startExtensions>[0]) =>
    startExtensions(hookedLinks, { waitUntil, log });
  const ofOne = { link: one, hooks: [share("page", "", { afterCommit: fine })] };
  const parts = (...keys: string[]) => ({
    link: other,
    hooks: keys.map((key) => share("page", key, { afterCommit: fine })),
  });
  start([ofOne]);
  start([parts("own")]);
  start([parts("own", "custom")]);
  start([ofOne, { link: other, hooks: [] }]);
  start([parts("gone")]);
  start([
    {
      link: other,
      hooks: [share("shop", "own", { afterCommit: fails }), share("shop", "custom", { afterCommit: fails })],
    },
  ]);
  await settled();
  expect(calls).toEqual([
    [[""], true],
    [["own"], true],
    [["own", "custom"], false],
    [[""], false],
    [[], false],
  ]);
  expect(logged).toEqual([["error", "shop", { linkIds: [other.id], cause }]]);
});

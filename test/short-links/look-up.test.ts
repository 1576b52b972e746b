import { expect, test } from "vitest";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { lookUpForClient } from "../../src/features/short-links/look-up.ts";
import { redirectMemory } from "../../src/features/short-links/redirect-memory.ts";
import type { RedirectSources } from "../../src/features/short-links/resolve.ts";
import { within } from "../../src/ground/platform/deadlines.ts";

const SHORT_ID = "abcdefgh";
const LINK: RedirectEntry = {
  linkId: "lnk_1",
  status: "active",
  destination: "https://example.com/",
  version: 1,
  project: { organizationId: "acme", projectId: "main" },
};
const LONG_AGO = 0;
const NOW = 60_000;

/** A client that guesses and has reached the limit. */
const guessing = () => {
  let counted = 0;
  return {
    suspect: true,
    counted: () => counted,
    async isOver() {
      counted++;
      return true;
    },
    begin: async () => {},
    recordSuccess: () => {},
    recordFailure: async () => {},
  };
};
/** KV has no copy, and D1 has the link. */
const sources: RedirectSources = {
  published: async () => null,
  nearest: async () => ({ entry: LINK, final: true }),
  primary: async () => LINK,
  repair: () => {},
  within,
};

test("a limited client gets a link from memory, even without a copy in KV", async () => {
  const memory = redirectMemory();
  memory.remember(SHORT_ID, LINK, LONG_AGO);
  const client = guessing();
  expect(await lookUpForClient(SHORT_ID, NOW, memory, sources, client)).toMatchObject({
    kind: "link",
    entry: LINK,
  });
  expect(client.counted()).toBe(0);
});

test("a limited client gets a link from KV's copy, and from memory after that", async () => {
  const memory = redirectMemory();
  const published = { ...sources, published: async () => LINK };
  expect(await lookUpForClient(SHORT_ID, NOW, memory, published, guessing())).toEqual({
    kind: "link",
    entry: LINK,
  });
  expect(memory.find(SHORT_ID, NOW)).toEqual({ value: LINK, fresh: true });
});

test("a known link is a success of the client, any other a failure, and one failure too many is limited", async () => {
  const noted: string[] = [];
  const client = {
    ...guessing(),
    suspect: false,
    recordSuccess: () => void noted.push("right"),
    recordFailure: async () => void noted.push("wrong"),
  };
  const nothing = { ...sources, nearest: async () => ({ entry: null, final: true }) };
  const ask = async (stores: RedirectSources, attempt = client) =>
    (await lookUpForClient(SHORT_ID, NOW, redirectMemory(), stores, attempt)).kind;
  expect([await ask(sources), await ask(nothing)]).toEqual(["link", "unknown"]);
  expect(noted).toEqual(["right", "wrong"]);
  const last = { ...client, recordFailure: () => Promise.reject(new Error("one too many")) };
  expect(await ask(nothing, last)).toBe("limited");
});

test("a limited client gets no link that is neither in memory nor in KV", async () => {
  const client = guessing();
  expect(await lookUpForClient(SHORT_ID, NOW, redirectMemory(), sources, client)).toEqual({
    kind: "limited",
  });
  expect(client.counted()).toBe(1);
});

import fc from "fast-check";
import { expect } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError } from "../expectations.ts";
import type { Json } from "../requests.ts";
import {
  acknowledged,
  ask,
  type Command,
  choice,
  command,
  noteLink,
  onLink,
  organization,
} from "./command.ts";
import { MAX_SLUGS, type Model, type ModelLink, noteVersion, ORGANIZATIONS, slugsOf } from "./model.ts";

/** Few slugs, so that links collide. All organizations share the default domain, and so do all runs. */
const word = fc.constantFrom("soups", "winter", "sale-24");
const slugFor = ({ names }: Model, name: string): string => `${name}-of-${names.acme}`;

const body = (changes: object): Json =>
  linkBody("custom custom_url", { customUrl: "https://example.com/named", ...changes });

/** The link that has or had a slug, and is not this link. */
const holderOf = ({ slugs }: Model, slug: string, link?: ModelLink): ModelLink | undefined => {
  const holder = slugs.get(slug)?.link;
  return holder === link ? undefined : holder;
};

const createNamed = fc.tuple(organization, word).map(([by, name]) =>
  command(`createNamed(${by}, ${name})`, async (model, real) => {
    const slug = slugFor(model, name);
    const answer = await ask(model, real, by, ["POST", "/v1/links", body({ slug: slug.toUpperCase() })]);
    if (holderOf(model, slug)) expectError(answer, 409, "duplicate_slug");
    else noteLink(model, by, body({ slug }), acknowledged(answer, 201));
  }),
);

const rename = fc.tuple(choice, fc.option(word, { freq: 3 })).map(([number, name]) =>
  onLink(`slug ${name} `, number, async (link, model, real) => {
    const slug = name === null ? null : slugFor(model, name);
    const path = `/v1/links/${link.id}?include=addresses`;
    const answer = await ask(model, real, link.organization, ["PATCH", path, { slug }]);
    if (slug !== null && holderOf(model, slug, link)) {
      expectError(answer, 409, "duplicate_slug");
      return;
    }
    const had = slugsOf(model, link);
    if (slug !== null && !had.includes(slug) && had.length >= MAX_SLUGS) {
      expectError(answer, 400, "validation_failed");
      return;
    }
    const { addresses } = acknowledged(answer, 200);
    if (slug !== null && !model.slugs.has(slug)) model.slugs.set(slug, { link, since: model.clock });
    const shown = addresses.map(({ url }: { url: string }) => new URL(url).pathname.slice(1));
    expect(shown.toSorted()).toEqual([...slugsOf(model, link), link.shortId].sort());
    const { slug: before, ...others } = link.state;
    if ((before ?? null) === slug) return;
    noteVersion(link, slug === null ? others : { ...others, slug }, model.clock);
  }),
);

/** Both organizations request one slug at the same time: one gets it. */
const race = word.map((name) =>
  command(`slugRace(${name})`, async (model, real) => {
    const slug = slugFor(model, name);
    const sent = body({ slug });
    const holder = holderOf(model, slug);
    const answers = await Promise.all(
      ORGANIZATIONS.map((by) => ask(model, real, by, ["POST", "/v1/links", sent])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(holder ? [409, 409] : [201, 409]);
    for (const [index, answer] of answers.entries()) {
      const by = ORGANIZATIONS[index] ?? "acme";
      if (answer.status === 201) noteLink(model, by, sent, answer.json.data);
      else expectError(answer, 409, "duplicate_slug");
    }
  }),
);

/** Seconds from now to the begin and the end of a schedule. */
const seconds = fc.option(fc.constantFrom(-3_600, -60, 60, 3_600), { nil: undefined });

const schedule = fc.tuple(choice, seconds, seconds, fc.boolean()).map(([number, from, until, leads]) =>
  onLink(
    `schedule ${from}..${until}${leads ? " leads" : ""} `,
    number,
    async (link, model, real) => {
      // One reading of the clock: two readings could differ, although begin and end are meant to be equal.
      const now = Date.now() + model.clock;
      const at = (offset: number | undefined) =>
        offset === undefined ? undefined : new Date(now + offset * 1_000).toISOString();
      const { schedule: before, ...others } = link.state;
      const [activeFrom, activeUntil] = [at(from), at(until)];
      const times = {
        ...(activeFrom !== undefined && { activeFrom }),
        ...(activeUntil !== undefined && { activeUntil }),
        ...(leads && { endedUrl: "https://brand.example/next" }),
      };
      // A merge patch keeps absent fields: null removes them.
      const gone = Object.fromEntries(Object.keys(before ?? {}).map((field) => [field, null]));
      const sent = { schedule: { ...gone, ...times } };
      const answer = await ask(model, real, link.organization, ["PATCH", `/v1/links/${link.id}`, sent]);
      if (from !== undefined && until !== undefined && from >= until) {
        expectError(answer, 400, "validation_failed");
        return;
      }
      acknowledged(answer, 200);
      const isNone = Object.keys(times).length === 0;
      if (isNone && before === undefined) return;
      noteVersion(link, isNone ? others : { ...others, schedule: times }, model.clock);
    },
    ({ state }) => state.offers === undefined,
  ),
);

/** Names of links, and their schedules. */
export const ADDRESS_COMMANDS: fc.Arbitrary<Command>[] = [
  createNamed,
  rename,
  rename,
  race,
  schedule,
  schedule,
];

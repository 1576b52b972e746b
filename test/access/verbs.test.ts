import { describe, expect, test } from "vitest";
import type { Actor } from "../../src/features/access/actor.ts";
import { changeLink } from "../../src/features/links/change-link.ts";
import { createLink } from "../../src/features/links/create-link.ts";
import { getLink, getLinkHistory } from "../../src/features/links/get-link.ts";
import type { Link, LinkRecord } from "../../src/features/links/link.ts";
import { changeQrCode } from "../../src/features/qr-codes/change-qr-code.ts";
import { createQrCode } from "../../src/features/qr-codes/create-qr-code.ts";
import { getQrCode, listQrCodes } from "../../src/features/qr-codes/get-qr-codes.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import {
  OFFER_RETAILERS,
  type OfferRetailer,
  retailerScope,
  SCOPES,
  type Scope,
} from "../../src/ground/core/vocabulary.ts";
import { memberOf } from "../actors.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";

const ORIGINS = { shortLink: "https://go.example.com", api: "https://api.example.com", problem: null };

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "other"] });
await service.issueKey({ organization: "globex", createProjects: ["main"] });

const key = (scopes: readonly Scope[], projects: "all" | string[] = "all", organizationId = "acme") =>
  ({ type: "api_key", id: "key_1", organizationId, scopes, projects }) as const;
const without = (missing: Scope) => SCOPES.filter((scope) => scope !== missing);

const pairOf = (retailer: OfferRetailer): string =>
  PAIRS.find((pair) => pair.startsWith(`${retailer} `)) ?? expect.fail(`no variant of ${retailer}`);

/** A verb on a link of a retailer: the scopes that it needs, and how it is called. */
interface Verb {
  name: string;
  scopes(retailer: OfferRetailer): Scope[];
  /** On a link of the organization acme, in `projectId`, or on the link `linkId`. */
  call(
    actor: Actor,
    retailer: OfferRetailer,
    where?: { projectId?: string; linkId?: string },
  ): Promise<unknown>;
}

/** A link with a QR code `shelf`. */
async function codedLink(fields?: Record<string, unknown>, record?: Partial<LinkRecord>): Promise<Link> {
  const link = await storedLink(service.env.DB, fields, record);
  const request = { identifier: "shelf", name: "Shelf" };
  await createQrCode(OPERATOR, { linkId: link.id, request, idempotency: null }, all());
  return link;
}
const links = new Map<string, Promise<string>>();
/** The id of the tests' link of this retailer and project, or `linkId`. */
async function linkFor(
  retailer: OfferRetailer,
  { projectId = "main", linkId }: { projectId?: string; linkId?: string },
): Promise<string> {
  if (linkId !== undefined) return linkId;
  const known = links.get(`${retailer} ${projectId}`);
  if (known) return known;
  const fields = { customUrl: undefined, ...linkBody(pairOf(retailer), { projectId }) };
  const made = codedLink(fields).then(({ id }) => id);
  links.set(`${retailer} ${projectId}`, made);
  return made;
}

const all = () => ({ ...dependenciesOf(service.env), origins: ORIGINS });

const verb = (
  name: string,
  scopes: Verb["scopes"],
  run: (actor: Actor, linkId: string) => Promise<unknown>,
): Verb => ({
  name,
  scopes,
  call: async (actor, retailer, where = {}) => run(actor, await linkFor(retailer, where)),
});
const reading = (): Scope[] => ["links:read"];
const changing = (retailer: OfferRetailer): Scope[] => ["links:write", retailerScope(retailer)];
const coding = (retailer: OfferRetailer): Scope[] => ["qr-codes:write", retailerScope(retailer)];
const page = { limit: 10 };

/** Verbs on an existing link, with a QR code `shelf`. */
const ON_LINKS: Verb[] = [
  verb("getLink", reading, (actor, linkId) => getLink(actor, linkId, all())),
  verb("getLinkHistory", reading, (actor, linkId) => getLinkHistory(actor, { linkId, ...page }, all())),
  verb("listQrCodes", reading, (actor, linkId) => listQrCodes(actor, { linkId, ...page }, all())),
  verb("getQrCode", reading, (actor, linkId) => getQrCode(actor, { linkId, identifier: "shelf" }, all())),
  verb("changeLink", changing, (actor, linkId) =>
    changeLink(actor, { linkId, patch: { name: "Renamed" }, expected: null, idempotency: null }, all()),
  ),
  verb("createQrCode", coding, (actor, linkId) =>
    createQrCode(actor, { linkId, request: {}, idempotency: null }, all()),
  ),
  verb("changeQrCode", coding, (actor, linkId) =>
    changeQrCode(actor, { linkId, identifier: "shelf", patch: { name: "Aisle" }, idempotency: null }, all()),
  ),
];
const CREATE_LINK: Verb = {
  name: "createLink",
  scopes: (retailer) => ["links:write", retailerScope(retailer)],
  call(actor, retailer, { projectId = "main" } = {}) {
    // Its type says so too: a job belongs to no organization for new links.
    if (actor.type === "job") return expect.fail("a job creates no links");
    const definition = parseDefinition(linkBody(pairOf(retailer), { projectId }));
    return createLink(actor, { definition, idempotency: null }, all());
  },
};
const VERBS = [CREATE_LINK, ...ON_LINKS];

/** All rows that the verbs can write. */
const written = async () =>
  await service.env.DB.prepare(
    `SELECT (SELECT count(*) FROM links) AS links, (SELECT count(*) FROM qr_codes) AS codes,
       (SELECT sum(version + revision) FROM links) AS changes, (SELECT count(*) FROM activity) AS activity`,
  ).first();
const refused = (call: Promise<unknown>, code: string, message: string | RegExp = /./) =>
  expect(call).rejects.toMatchObject({ code, message: expect.stringMatching(message) });

describe.each(VERBS)("$name", (verb) => {
  test.each(OFFER_RETAILERS)("needs exactly its scopes for %s", async (retailer) => {
    const needed = verb.scopes(retailer);
    await verb.call(key(needed), retailer);
    for (const scope of needed) {
      await refused(verb.call(key(without(scope)), retailer), "insufficient_scope", scope);
    }
  });

  test("allows owners and editors, and viewers only to read", async () => {
    for (const role of ["owner", "editor"] as const) await verb.call(memberOf(role), "custom");
    if (verb.scopes("custom").includes("links:read")) await verb.call(memberOf("viewer"), "custom");
    else await refused(verb.call(memberOf("viewer"), "custom"), "insufficient_scope", "Your role");
  });

  test("allows a key in its projects, and a member in every project of the organization", async () => {
    await verb.call(key(SCOPES, ["main", "other"]), "custom", { projectId: "other" });
    await verb.call(key(SCOPES, "all"), "custom", { projectId: "other" });
    await verb.call(memberOf("editor"), "custom", { projectId: "other" });
    for (const projects of [["main"], []]) {
      const call = verb.call(key(SCOPES, projects), "custom", { projectId: "other" });
      await refused(call, "project_access_denied");
    }
  });
});

describe.each(ON_LINKS)("$name", (verb) => {
  test("allows a job on any organization's link", async () => {
    await verb.call(OPERATOR, "custom");
    const theirs = await codedLink({}, { organizationId: "globex" });
    await verb.call(OPERATOR, "custom", { linkId: theirs.id });
  });

  test("a link of another organization responds as if it did not exist, for a key and for a member", async () => {
    const theirs = await codedLink({}, { organizationId: "globex" });
    for (const actor of [key(SCOPES), key(SCOPES, ["main"]), memberOf("owner")]) {
      for (const linkId of [theirs.id, "lnk_none"]) {
        await refused(verb.call(actor, "custom", { linkId }), "not_found", /^There is no such link\.$/);
      }
    }
    await refused(verb.call(OPERATOR, "custom", { linkId: "lnk_none" }), "not_found");
  });

  test("without the operation's scope, the error does not show whether the link exists", async () => {
    const [operation] = verb.scopes("custom");
    const poor = key(operation ? without(operation) : []);
    await refused(verb.call(poor, "custom", { linkId: "lnk_none" }), "insufficient_scope");
  });

  test("without access to a link, the error does not show its retailer", async () => {
    const poor = key(without("retailers:custom"), ["main"]);
    const theirs = await codedLink({}, { organizationId: "globex" });
    await refused(verb.call(poor, "custom", { linkId: theirs.id }), "not_found");
    await refused(verb.call(poor, "custom", { projectId: "other" }), "project_access_denied");
  });
});

test("a link is created in the organization of its creator, key or member", async () => {
  for (const actor of [key(SCOPES, "all", "globex"), memberOf("editor", "globex")]) {
    const made = await CREATE_LINK.call(actor, "custom");
    expect(made).toMatchObject({
      kind: "made",
      value: { link: { organizationId: "globex", projectId: "main" } },
    });
    // acme has a project of this name, globex does not.
    await refused(CREATE_LINK.call(actor, "custom", { projectId: "other" }), "project_access_denied");
  }
});

test("a rejected call writes nothing", async () => {
  const { id: linkId } = await codedLink();
  const before = await written();
  for (const verb of VERBS) {
    for (const actor of [
      key([]),
      key(SCOPES, []),
      key(SCOPES, "all", "globex"),
      memberOf("viewer", "globex"),
    ]) {
      // Only acme has the project other.
      const call = verb === CREATE_LINK ? { projectId: "other" } : { linkId };
      await expect(verb.call(actor, "custom", call), verb.name).rejects.toHaveProperty("code");
    }
  }
  expect(await written()).toEqual(before);
});

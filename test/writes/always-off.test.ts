import { beforeEach, expect, test } from "vitest";
import { addMember, removeMember } from "../../src/features/access/manage-members.ts";
import { archiveProject, renameProject, restoreProject } from "../../src/features/access/manage-projects.ts";
import { revokeKey, rotateKey } from "../../src/features/access/rotate-key.ts";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { addDomain } from "../../src/features/addresses/manage-domains.ts";
import { changeLink } from "../../src/features/links/change-link.ts";
import { changeLinks } from "../../src/features/links/change-links.ts";
import type { LinkPatch } from "../../src/features/links/patch.ts";
import { revokeSharedReport } from "../../src/features/visits/manage-shared-reports.ts";
import { shareReport } from "../../src/features/visits/share-report.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { RESERVED_BYTES } from "../../src/features/writes/quota-check.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { useDashboard, type Visitor } from "../dashboard/dashboard.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, post, type RequestOptions, send } from "../requests.ts";
import { setQuotas } from "./quotas.ts";

/** What ends something works whatever is full, and what corrects something works beyond the byte quota. */
const dashboard = await useDashboard();
const { service } = dashboard;
const { DB } = service.env;

let number = 0;
/** A new organization for each test, with a key, an owner at the dashboard, and a link. */
let organization: string;
let key: RequestOptions;
let person: Visitor;
let linkId: string;
beforeEach(async () => {
  organization = `off-${++number}`;
  key = await service.issueKey({ organization });
  await dashboard.add(organization, "owner@off.example", "owner");
  person = await dashboard.as("owner@off.example");
  linkId = await made("https://shop.example/hostile");
});

const owner = () => memberOf("owner", organization);
const dependencies = () => ({
  ...dependenciesOf(service.env),
  origins: { shortLink: "https://go.example", api: "https://go.example", problem: null },
});
const made = async (customUrl: string) =>
  expectLink(
    await post(
      service,
      "/v1/links",
      linkBody("custom custom_url", { customUrl, fallbackUrl: undefined }),
      key,
    ),
  ).id;
const patch = (body: object) => send(service, "PATCH", `/v1/links/${linkId}`, body, key);
const status = async () => (await get(service, `/v1/links/${linkId}`, key)).json.data.status;
/** Leaves this much for what creates, and so much more for what corrects. */
async function leave(bytes: number): Promise<void> {
  const stored = await DB.prepare(
    "SELECT stored_bytes AS n FROM organization_usage WHERE organization_id = ?1",
  )
    .bind(organization)
    .first<number>("n");
  await setQuotas(DB, organization, { storedBytes: (stored ?? 0) + bytes });
}
test("with quota and reserve exhausted, the API can still switch off a link", async () => {
  await leave(-RESERVED_BYTES);
  expect((await patch({ status: "inactive" })).status).toBe(200);
  expect(await status()).toBe("inactive");
});

test("the dashboard can then still switch off one or several links", async () => {
  const path = `/dashboard/o/${organization}/links`;
  await leave(-RESERVED_BYTES);
  expect((await person.send(`${path}/${linkId}/switch-off`, {})).status).toBe(303);
  expect(await status()).toBe("inactive");
  await setQuotas(DB, organization, {});
  expect((await patch({ status: "active" })).status).toBe(200);
  await leave(-RESERVED_BYTES);
  const several = await person.send(`${path}/bulk-edit`, { status: "inactive", link: [linkId] });
  expect([several.status, await status()]).toEqual([303, "inactive"]);
});

test("a link on a host that another organization now owns can be changed and switched off, but not pointed to that host", async () => {
  await service.issueKey({ organization: "claimer" });
  // A host of its own, as the service remembers who has one.
  linkId = await made("https://claimed.example/hostile");
  const claim = { organizationId: "claimer", host: "claimed.example" };
  await addDomain(OPERATOR, claim, { ...dependencies(), ownHosts: ownHosts([]) });
  const change = (changes: LinkPatch) =>
    changeLink(owner(), { linkId, patch: changes, expected: null, idempotency: null }, dependencies());
  const changed = async (changes: LinkPatch) => madeBy(await change(changes)).link;
  const forbidden = (...fields: string[]) => ({
    code: "url_not_allowed",
    details: fields.map((field) => ({ field, message: "must not point to this service" })),
  });
  expect(await changed({ status: "inactive" })).toMatchObject({ status: "inactive" });
  expect(await changed({ status: "active" })).toMatchObject({ status: "active" });
  expect(await changed({ name: "Renamed", tracking: { tags: ["summer"] } })).toMatchObject({
    name: "Renamed",
  });
  expect(await changed({ fallbackUrl: "https://elsewhere.example/" })).toMatchObject({
    customUrl: "https://claimed.example/hostile",
  });
  await expect(change({ customUrl: "https://claimed.example/other" })).rejects.toMatchObject(
    forbidden("customUrl"),
  );
  const switchOff = {
    edits: [{ linkId, patch: { status: "inactive" } as const, expected: null }],
    writeOf: async () => ({
      ...{ scope: "s".repeat(64), fingerprint: "f".repeat(64), organizationId: organization },
      receipt: () => "",
    }),
  };
  expect(await changeLinks(owner(), switchOff, dependencies())).toEqual([{ linkId, isChanged: true }]);
  expect(await changed({ customUrl: "https://elsewhere.example/1" })).toBeDefined();

  // What a link has as a picture, which leads nobody, is not known as a destination.
  const picture = "https://claimed.example/picture.png";
  const offer = { retailer: "custom", intent: "custom_url", customUrl: "https://elsewhere.example/1" };
  const offers = [
    { ...offer, key: "one" },
    { ...offer, key: "two" },
  ];
  const choice = {
    retailer: "choice",
    intent: "choose_retailer",
    customUrl: null,
    fallbackUrl: null,
    offers,
  };
  await changed({ ...choice, page: { imageUrl: picture } });
  await expect(
    change({ offers: [offers[0], { ...offer, key: "two", customUrl: picture }] }),
  ).rejects.toMatchObject(forbidden("offers[1].customUrl"));
});

test("with the byte quota exhausted, links and codes can be corrected and switched on", async () => {
  await leave(0);
  expectError(await post(service, "/v1/links", linkBody(), key), 403, "quota_exceeded");
  expect((await patch({ status: "inactive" })).status).toBe(200);
  expect((await patch({ status: "active" })).status).toBe(200);
  expect((await patch({ customUrl: "https://shop.example/right" })).status).toBe(200);
  const code = await send(service, "PATCH", `/v1/links/${linkId}/qr-codes/default`, { name: "Window" }, key);
  expect(code.status).toBe(200);
});

test("with the reserve exhausted, switching on is rejected, so that nobody can toggle endlessly", async () => {
  await leave(-RESERVED_BYTES);
  expect((await patch({ status: "inactive" })).status).toBe(200);
  expectError(await patch({ status: "active" }), 403, "quota_exceeded");
  expectError(await patch({ status: "inactive", name: "Renamed" }), 403, "quota_exceeded");
});

test("keys and reports can be revoked, members removed and projects archived at any usage", async () => {
  const input = {
    name: "For the agency",
    note: "",
    view: { interval: "day", period: { days: 30 }, filter: {} },
    expiresAt: null,
    idempotency: null,
  } as const;
  const report = madeBy(await shareReport(owner(), input, dependencies()));
  const request = { organization, email: "leaver@off.example", role: "viewer" } as const;
  const { member } = await addMember(owner(), request, dependencies());
  const [apiKey] = await dependencies().apiKeys.list(organization, "key_zzz", 1);
  if (!apiKey) throw new Error("no key");
  await leave(-RESERVED_BYTES);
  const full = { code: "quota_exceeded" };
  await expect(shareReport(owner(), input, dependencies())).rejects.toMatchObject(full);
  await expect(
    addMember(owner(), { ...request, email: "another@off.example" }, dependencies()),
  ).rejects.toMatchObject(full);
  expect(await revokeSharedReport(owner(), { id: report.id }, dependencies())).toEqual({ already: false });
  expect(await removeMember(owner(), { id: member.id }, dependencies())).toMatchObject({ id: member.id });
  const project = { projectId: "main", idempotency: null };
  await expect(renameProject(owner(), { ...project, name: "Other" }, dependencies())).rejects.toMatchObject(
    full,
  );
  expect(madeBy(await archiveProject(owner(), project, dependencies())).archivedAt).not.toBeNull();
  await expect(restoreProject(owner(), project, dependencies())).rejects.toMatchObject(full);
  expect((await revokeKey(owner(), { id: apiKey.id }, dependencies())).already).toBe(false);
});

test("with the byte quota exhausted, a leaked key can be rotated, but no new key issued", async () => {
  const [apiKey] = await dependencies().apiKeys.list(organization, "key_zzz", 1);
  if (!apiKey) throw new Error("no key");
  await leave(0);
  const rotation = await rotateKey(owner(), { id: apiKey.id, grace: "0", idempotency: null }, dependencies());
  expect(madeBy(rotation).oldExpiresAt <= new Date().toISOString()).toBe(true);
});

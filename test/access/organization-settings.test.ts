import { expect, test } from "vitest";
import { getQuotaUse } from "../../src/features/access/get-quota-use.ts";
import {
  changeQuotas,
  changeTimeZone,
  renameOrganization,
} from "../../src/features/access/manage-organizations.ts";
import { readOrganization } from "../../src/features/access/organization.ts";
import { memberOf, programWith } from "../actors.ts";
import { OPERATOR } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { NOW, refused } from "./members.ts";

const service = await useService({}, "acme");
const { DB } = service.env;
/** Each moment is used once, so that the history shows the order. */
let moment = NOW.getTime();
const deps = { db: DB, now: () => new Date(moment++) };
for (const organization of ["acme", "globex"]) await service.issueKey({ organization });

const owner = memberOf("owner");
const setZone = (timeZone: string, actor: Parameters<typeof changeTimeZone>[0] = owner) =>
  changeTimeZone(actor, { organizationId: "acme", timeZone }, deps);
const zoneOf = async (id: string) => (await readOrganization(DB, id)).timeZone;
/** The recorded changes of an organization's time zone, in order. */
const noted = async (id: string): Promise<[string, string][]> => {
  const { results } = await DB.prepare(
    "SELECT changes FROM activity WHERE organization_id = ?1 AND changes LIKE '%timeZone%' ORDER BY id",
  )
    .bind(id)
    .all<{ changes: string }>();
  return results.map(({ changes }) => {
    const [{ from, to }] = JSON.parse(changes) as [{ from: string; to: string }];
    return [from, to];
  });
};

test("only an owner and the operator set the time zone of an organization", async () => {
  for (const actor of [memberOf("editor"), memberOf("viewer"), programWith()])
    await refused(setZone("America/Toronto", actor), "insufficient_scope");
  await refused(setZone("America/Toronto", memberOf("owner", "globex")), "not_found");
  expect(await zoneOf("acme")).toBeNull();
  await setZone("America/Toronto");
  await setZone("Europe/Berlin", OPERATOR);
  expect([await zoneOf("acme"), await zoneOf("globex")]).toEqual(["Europe/Berlin", null]);
  expect(await noted("acme")).toEqual([
    ["UTC", "America/Toronto"],
    ["America/Toronto", "Europe/Berlin"],
  ]);
  expect(await noted("globex")).toEqual([]);
  // Nobody has chosen UTC before.
  await changeTimeZone(OPERATOR, { organizationId: "globex", timeZone: "UTC" }, deps);
  expect([await zoneOf("globex"), await noted("globex")]).toEqual(["UTC", [["UTC", "UTC"]]]);
});

test("an invalid time zone is rejected, and the current time zone is not recorded again", async () => {
  const before = await noted("acme");
  await refused(setZone("Berlin"), "validation_failed");
  await setZone("Europe/Berlin");
  expect(await noted("acme")).toEqual(before);
  expect(await zoneOf("acme")).toBe("Europe/Berlin");
});

test("concurrent changes of the time zone succeed one after another", async () => {
  // The changes of others are no reason to record a change here.
  await changeTimeZone(OPERATOR, { organizationId: "globex", timeZone: "Europe/Berlin" }, deps);
  const before = await noted("acme");
  const zones = ["America/New_York", "Asia/Tokyo", "Pacific/Auckland"];
  await Promise.all(zones.map((zone) => setZone(zone)));
  const steps = (await noted("acme")).slice(before.length);
  expect(steps.map(([, to]) => to).toSorted()).toEqual(zones);
  expect(steps.map(([from]) => from)).toEqual(["Europe/Berlin", ...steps.slice(0, -1).map(([, to]) => to)]);
  expect(await zoneOf("acme")).toBe(steps.at(-1)?.[1]);
});

test("only an owner whom the operator lists renames the own organization", async () => {
  const rename = (email: string, name: string, actor = owner) =>
    renameOrganization(actor, { email, name }, { db: DB, makers: ["maker@example.com"] });
  await refused(rename("other@example.com", "New"), "insufficient_scope");
  await refused(rename("maker@example.com", "New", memberOf("editor")), "insufficient_scope");
  await refused(rename("maker@example.com", " "), "validation_failed");
  await rename("maker@example.com", "New name");
  const names = await Promise.all(
    ["acme", "globex"].map(async (id) => (await readOrganization(DB, id)).name),
  );
  expect(names).toEqual(["New name", "globex"]);
});

test("the operator's quotas apply, and other quotas stay", async () => {
  const set = (quotas: Parameters<typeof changeQuotas>[1]["quotas"]) =>
    changeQuotas(OPERATOR, { organizationId: "acme", quotas }, { db: DB });
  const limits = async () => {
    const uses = await getQuotaUse(owner, { organizationId: "acme" }, deps);
    return Object.fromEntries(uses.map(({ quota, allowed }) => [quota, allowed]));
  };
  const before = await limits();
  await set({ keys: 7 });
  await set({ projects: 3 });
  expect(await limits()).toEqual({ ...before, keys: 7, projects: 3 });
  await set({ keys: null });
  expect(await limits()).toEqual({ ...before, projects: 3 });
});

import { describe, expect, test } from "vitest";
import { createOrganization } from "../../src/features/access/manage-organizations.ts";
import { memberStore } from "../../src/features/access/member-store.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { storeAll } from "../visits/visit-messages.ts";
import { useDashboard } from "./dashboard.ts";
import { daysAgo } from "./visits.ts";

const HOME = "/dashboard/organizations";
const MAKER = "ada@agency.example";

const dashboard = await useDashboard(undefined, {
  ORGANIZATION_MAKERS: ` Ada@Agency.example, bob@agency.example `,
});
const { service } = dashboard;
const key = await service.issueKey({ organization: "acme", createProjects: ["main"] });
const link = expectLink(await post(service, "/v1/links", linkBody(undefined, {}), key));
await storeAll(service.env.DB, [
  { linkId: link.id, hour: daysAgo(1), visits: 30 },
  { linkId: link.id, hour: daysAgo(8), visits: 20 },
]);
await dashboard.add("acme", MAKER, "owner");
await dashboard.add("globex", MAKER, "viewer");
await dashboard.add("acme", "eve@example.com", "owner");
await dashboard.add("globex", "eve@example.com", "owner");
const [ada, bob, eve, stranger] = await Promise.all([
  dashboard.as(MAKER),
  dashboard.as("bob@agency.example"),
  dashboard.as("eve@example.com"),
  dashboard.as("nobody@example.com"),
]);

describe("the home of a person with several organizations", () => {
  test("has a row for each, with its visits, their change and what needs attention", async () => {
    expect(await ada.open("/dashboard")).toMatchObject({ status: 303, location: HOME });
    const { status, text } = await ada.open(HOME);
    expect(status).toBe(200);
    const rows = text.split("<tr").map((row) => row.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " "));
    expect(rows.find((row) => row.includes("acme"))).toMatch(/acme 30 \+50 % Nothing owner · Rename/);
    expect(rows.find((row) => row.includes("globex"))).toMatch(/globex 0 no change Nothing viewer/);
    expect(text).toContain('href="/dashboard/o/acme"');
  });

  test("shows the organizations of nobody else", async () => {
    await dashboard.add("initech", "hank@initech.example", "owner");
    expect((await ada.open(HOME)).text).not.toContain("initech");
    expect((await stranger.open(HOME)).status).toBe(403);
  });

  test("is offered on their screens, and not on those of a person with one organization", async () => {
    await dashboard.add("umbrella", "uma@umbrella.example", "owner");
    const uma = await dashboard.as("uma@umbrella.example");
    expect((await uma.open("/dashboard/o/umbrella/links")).text).not.toContain("Switch organization");
    expect((await eve.open("/dashboard/o/acme/links")).text).toContain("Switch organization");
  });
});

describe("organizations in the browser", () => {
  test("are created by those whom the operator lists, who own them", async () => {
    expect((await bob.open("/dashboard")).location).toBe(HOME);
    expect((await bob.open(HOME)).text).toContain("Create an organization");
    const made = await bob.send(`${HOME}/new`, { name: "Maple & Pine", id: "" });
    expect(made).toMatchObject({ status: 303, location: "/dashboard/o/maple-pine" });
    expect((await bob.open("/dashboard/o/maple-pine/members")).text).toContain("bob@agency.example");
    expect((await bob.open("/dashboard/o/maple-pine/activity")).text).toContain("bob@agency.example");
  });

  test("are created by nobody else, and the form is not offered", async () => {
    expect((await eve.open(HOME)).text).not.toContain("Create an organization");
    for (const person of [eve, stranger]) {
      expect((await person.open(`${HOME}/new`)).status).toBe(403);
      expect((await person.send(`${HOME}/new`, { name: "Mine", id: "mine" })).status).toBe(403);
    }
    expect(await service.env.DB.prepare("SELECT 1 FROM organizations WHERE id = 'mine'").first()).toBeNull();
  });

  test("one that exists is nobody else's, also without members", async () => {
    await service.issueKey({ organization: "keys-only", createProjects: ["main"] });
    for (const id of ["acme", "keys-only", "globex"]) {
      const { status, text } = await bob.send(`${HOME}/new`, { name: "Mine", id });
      expect([id, status, text.includes("already used by another organization")]).toEqual([id, 409, true]);
      expect((await bob.open(`/dashboard/o/${id}`)).status).toBe(404);
    }
  });

  test("of two who create one at once, one owns it and the other is told", async () => {
    const dependencies = { ...dependenciesOf(service.env), makers: [MAKER, "bob@agency.example"] };
    const input = { id: "raced", name: "Raced" };
    const outcomes = await Promise.allSettled([
      createOrganization(MAKER, input, dependencies),
      createOrganization("bob@agency.example", input, dependencies),
    ]);
    const refusals = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refusals).toEqual([expect.objectContaining({ code: "duplicate_identifier" })]);
    expect(await memberStore(service.env.DB).list("raced", null, 10)).toHaveLength(1);
  });

  test("are renamed by an owner who is listed; the id stays", async () => {
    const renamed = await ada.send("/dashboard/o/acme/rename", { name: "Acme Foods" });
    expect(renamed.location).toBe(`${HOME}?done=renamed`);
    expect((await ada.open(HOME)).text).toContain("Acme Foods");
    // A viewer who is listed, and an owner who is not.
    expect((await ada.send("/dashboard/o/globex/rename", { name: "Taken" })).status).toBe(403);
    expect((await eve.send("/dashboard/o/globex/rename", { name: "Taken" })).status).toBe(403);
    expect((await eve.open(HOME)).text).not.toContain("Taken");
  });
});

import { expect, test, vi } from "vitest";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { addDomain } from "../../src/features/addresses/manage-domains.ts";
import { domains as domainsCommand } from "../../src/surfaces/cli/commands/domains-command.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { runOn } from "./run-cli.ts";

const service = await useService();
const { DB } = service.env;
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main", "brand"] });
await service.issueKey({ organization: "globex", createProjects: ["main"] });

const domains = (...args: string[]) => runOn(DB, "domains", domainsCommand, args);
const json = async (...args: string[]) => JSON.parse((await domains(...args, "--json")).stdout);
const ACME = ["--organization", "acme"];

test("npm run domains adds, lists, changes and removes", async () => {
  const settings = ["--project", "brand", "--root-url", "https://brand.example/"];
  const added = await domains("add", "GO.Brand.example", ...ACME, ...settings);
  expect(added).toMatchObject({ code: 0, stderr: "" });
  expect(added.stdout).toContain('{ pattern = "go.brand.example", custom_domain = true },');
  await domains("add", "go.globex.example", "--organization", "globex");
  const brand = {
    host: "go.brand.example",
    organizationId: "acme",
    projectId: "brand",
    rootUrl: "https://brand.example/",
    notFoundUrl: null,
    iosApps: [],
    androidApps: [],
    appAddresses: "all",
    token: expect.any(String),
    createdAt: expect.any(String),
    confirmedAt: expect.any(String),
  };
  expect(await json("list", ...ACME)).toEqual({ domains: [brand] });
  expect((await domains("list")).stdout).toMatch(
    /^HOST +ORG.*\ngo\.brand\.example +acme +confirmed +brand +https:\/\/brand\.example\/ +-\ngo\.globex\.example +globex +confirmed +- +- +-\n$/,
  );
  const change = ["--not-found-url", "https://brand.example/lost", "--root-url", "none"];
  expect(await json("change", "go.brand.example", ...change)).toEqual({
    domain: { ...brand, rootUrl: null, notFoundUrl: "https://brand.example/lost" },
  });
  expect(await domains("remove", "go.globex.example")).toEqual({
    code: 0,
    stdout: "Removed go.globex.example.\n",
    stderr: "",
  });
  expect((await json("list")).domains.map(({ host }: { host: string }) => host)).toEqual([
    "go.brand.example",
  ]);
});

test("npm run domains sets and removes the apps that open a domain's links", async () => {
  await domains("add", "apps.example", "--organization", "globex");
  const fingerprint = Array(32).fill("AB").join(":");
  const ios = ["--ios-app", "ABCDE12345.com.example.app", "--ios-app", "ABCDE12345.com.example.kids"];
  const android = ["--android-app", `com.example.app ${fingerprint}`, "--app-addresses", "slugs"];
  expect((await json("change", "apps.example", ...ios, ...android)).domain).toMatchObject({
    iosApps: ["ABCDE12345.com.example.app", "ABCDE12345.com.example.kids"],
    androidApps: [`com.example.app ${fingerprint}`],
    appAddresses: "slugs",
  });
  expect((await json("change", "apps.example", "--ios-app", "none")).domain).toMatchObject({ iosApps: [] });
  const wrong = await domains("change", "apps.example", "--app-addresses", "some");
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--app-addresses must be one of all, slugs, none."),
  });
  await domains("remove", "apps.example");
});

test("a project's domain is replaced, and the activity shows every change as the command line's", async () => {
  await domains("add", "second.example", ...ACME, "--project", "brand");
  expect((await json("list", ...ACME)).domains.map((each: { projectId: string }) => each.projectId)).toEqual([
    null,
    "brand",
  ]);
  await domains("remove", "second.example");
  const { results } = await DB.prepare(
    `SELECT actor_id, object_id, changes FROM activity
     WHERE organization_id = 'acme' AND object_type = 'domain' ORDER BY id`,
  ).all<{ actor_id: string; object_id: string; changes: string }>();
  expect(new Set(results.map((row) => row.actor_id))).toEqual(new Set(["npm run domains"]));
  const told = results.map((row) => [row.object_id, JSON.parse(row.changes)]);
  // From the same moment, in any order.
  expect(told).toHaveLength(5);
  expect(told).toEqual(
    expect.arrayContaining([
      [
        "go.brand.example",
        [
          { field: "host", to: "go.brand.example" },
          { field: "projectId", to: "brand" },
          { field: "rootUrl", to: "https://brand.example/" },
        ],
      ],
      [
        "go.brand.example",
        [
          { field: "rootUrl", from: "https://brand.example/" },
          { field: "notFoundUrl", to: "https://brand.example/lost" },
        ],
      ],
      ["go.brand.example", [{ field: "projectId", from: "brand" }]],
      [
        "second.example",
        [
          { field: "host", to: "second.example" },
          { field: "projectId", to: "brand" },
        ],
      ],
      ["second.example", [{ field: "removed", to: true }]],
    ]),
  );
});

test("impossible commands show the reason, and change nothing", async () => {
  const before = await json("list");
  const refused: [string[], number, string][] = [
    [["add", "go.brand.example", ...ACME], 1, "is already in use"],
    [["add", "new.example", "--organization", "nobody"], 1, "There is no such organization."],
    [["add", "new.example", ...ACME, "--project", "none-such"], 1, "there is no such project"],
    [["add", "no-dots", ...ACME], 1, "must be a host name"],
    [["add", "loop.example", ...ACME, "--root-url", "https://go.brand.example/x"], 1, "must not point"],
    [["change", "unknown.example", "--root-url", "https://a.example/"], 1, "There is no such domain."],
    [["remove", "unknown.example"], 1, "There is no such domain."],
    [["add", "new.example"], 2, "--organization"],
    [["change", "go.brand.example"], 2, "Name the settings to change."],
    [["add", ...ACME], 2, "Name the host"],
    [["rename"], 2, "Unknown command"],
    [["confirm", "unknown.example", ...ACME], 1, "There is no such domain."],
    [["confirm", "go.brand.example"], 2, "--organization"],
    [["take-back", "unknown.example"], 1, "There is no such domain."],
  ];
  for (const [args, code, message] of refused) {
    const outcome = await domains(...args);
    expect([args, outcome.code, outcome.stderr]).toEqual([args, code, expect.stringContaining(message)]);
  }
  expect(await json("list")).toEqual(before);
  expect((await domains("--help")).stdout).toContain("Usage: npm run domains");
});

test("owners' claims are listed as pending until one of them is confirmed", async () => {
  const claim = (organizationId: string) =>
    addDomain(
      memberOf("owner", organizationId),
      { host: "claimed.example", organizationId },
      { ...dependenciesOf(service.env), ownHosts: ownHosts([]) },
    );
  await claim("acme");
  await claim("globex");
  expect((await domains("list")).stdout).toMatch(
    /claimed\.example +acme +pending .*\nclaimed\.example +globex +pending /,
  );
  const confirmed = await domains("confirm", "Claimed.example", "--organization", "globex");
  expect(confirmed.stdout).toMatch(/claimed\.example +globex +confirmed .*\n\nFor the deployed service, add/);
  const late = await domains("confirm", "claimed.example", ...ACME);
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining("is already in use")]);
  await domains("remove", "claimed.example", ...ACME);
  expect((await json("remove", "claimed.example")).removed).toBe("claimed.example");
});

test("the service's own origins can't be given to an organization", async () => {
  vi.stubEnv("SHORT_LINK_ORIGIN", "https://go.own.example");
  for (const args of [
    ["add", "go.own.example", ...ACME],
    ["change", "go.brand.example", "--root-url", "https://go.own.example/"],
  ])
    expect(await domains(...args)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/own host|point to this/),
    });
  vi.unstubAllEnvs();
});

test("taking a domain back reports the result for its links", async () => {
  await domains("add", "back.example", ...ACME);
  const link = expectLink(await post(service, "/v1/links", linkBody("custom custom_url"), { key }));
  await DB.prepare("UPDATE links SET domain = 'back.example' WHERE id = ?1").bind(link.id).run();
  expect((await domains("remove", "back.example")).code).toBe(1);
  const taken = await domains("take-back", "back.example");
  expect(taken).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Took back.example back. Links moved to the default host: 1;"),
  });
  expect((await json("list")).domains).not.toContainEqual(expect.objectContaining({ host: "back.example" }));
});

test("a domain with links stays, and the check does not scan all links", async () => {
  await domains("add", "kept.localhost", ...ACME, "--project", "main");
  // The service caches domains for ten seconds: this file's first create reads them.
  const link = expectLink(await post(service, "/v1/links", linkBody("custom custom_url"), { key }));
  await DB.prepare("UPDATE links SET domain = 'kept.localhost' WHERE id = ?1").bind(link.id).run();
  const kept = await domains("remove", "kept.localhost");
  expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining("may be printed")]);
  expect((await json("list", ...ACME)).domains).toHaveLength(2);
  const { results } = await DB.prepare(
    "EXPLAIN QUERY PLAN SELECT 1 FROM links WHERE domain = ?1 AND domain <> ''",
  )
    .bind("kept.localhost")
    .all<{ detail: string }>();
  expect(results[0]?.detail).toContain("links_by_domain");
});

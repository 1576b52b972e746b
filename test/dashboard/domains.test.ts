import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { confirmDomain } from "../../src/features/addresses/manage-domains.ts";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { startServer } from "../platform/local-server.ts";
import { post } from "../requests.ts";
import { fourPeople, useDashboard } from "./dashboard.ts";
import { htmlForm } from "./html-form.ts";

const DOMAINS = "/dashboard/o/acme/domains";
const NEW = `${DOMAINS}/new`;

const dashboard = await useDashboard();
await dashboard.service.issueKey({ organization: "acme", createProjects: ["main", "brand"] });
const { owner, editor } = await fourPeople(dashboard);

/** Confirms a claim of acme, as the operator does. */
const confirm = (host: string) =>
  confirmDomain(
    OPERATOR,
    { host, organizationId: "acme" },
    { ...dependenciesOf(dashboard.service.env), ownHosts: ownHosts([]) },
  );

const empty = { projectId: "", rootUrl: "", notFoundUrl: "" };
const stored = async () =>
  (
    await dashboard.service.env.DB.prepare(
      "SELECT host, project_id, root_url FROM domains WHERE organization_id = 'acme' ORDER BY host",
    ).all()
  ).results;

test("an owner adds, changes and removes a domain, and the activity tells of each", async () => {
  expect((await owner.open(DOMAINS)).text).toContain("No domains yet");
  expect((await owner.open("/dashboard/o/acme/members")).text).toContain(`href="${DOMAINS}"`);
  const form = (await owner.open(NEW)).text;
  expect(form).toContain('<option value="brand"');
  const added = { ...empty, host: " Go.Brand.Example ", projectId: "brand" };
  expect(await owner.send(NEW, added)).toMatchObject({ status: 303, location: `${DOMAINS}?done=added` });
  const path = `${DOMAINS}/go.brand.example`;
  const pending = (await owner.open(`${DOMAINS}?done=added`)).text;
  expect(pending).toContain(`href="${path}"`);
  expect(pending).toContain("Pending");
  const command = "npm run domains -- confirm go.brand.example --organization acme --remote";
  expect((await owner.open(path)).text).toContain(`href="${path}/confirm"`);
  const confirmation = (await owner.open(`${path}/confirm`)).text;
  expect(confirmation).toContain(command);
  expect(confirmation).not.toContain("TXT");
  // Without a resolver, asking does not help.
  expect((await owner.send(`${path}/confirm`, {})).status).toBe(403);
  await confirm("go.brand.example");
  const confirmed = (await owner.open(DOMAINS)).text;
  expect([confirmed.includes("Confirmed"), confirmed.includes("Pending")]).toEqual([true, false]);
  const opened = await owner.open(path);
  expect(opened.text).not.toContain(command);
  expect(htmlForm(opened.text).value("projectId")).toBe("brand");
  expect(opened.text).toContain("custom_domain = true");
  const rootUrl = "https://brand.example/";
  expect((await owner.send(path, { ...empty, rootUrl })).location).toBe(`${DOMAINS}?done=changed`);
  expect(await stored()).toEqual([{ host: "go.brand.example", project_id: null, root_url: rootUrl }]);
  expect((await owner.open(`${path}/remove`)).text).toContain("Remove the domain");
  expect((await owner.send(`${path}/remove`, {})).location).toBe(`${DOMAINS}?done=removed`);
  expect(await stored()).toEqual([]);
  const { text } = await owner.open("/dashboard/o/acme/activity?kind=domain");
  for (const said of ["added", "confirmed", "removed"])
    expect(text).toContain(`${said} the domain <bdi>go.brand.example</bdi>`);
  expect(text).toMatch(/changed the [\w ]+ of the domain <bdi>go\.brand\.example/);
  expect(text).toContain("Start page:");
  expect((await editor.open("/dashboard/o/acme/activity")).text).not.toContain("go.brand.example");
});

test("mistakes stand beside their fields, with what was typed", async () => {
  await owner.send(NEW, { ...empty, host: "taken.example" });
  await confirm("taken.example");
  const mistakes: [Record<string, string>, string, string][] = [
    [{ host: "no dots" }, "host", "Must be a host name, such as go.example.com."],
    [{ host: "taken.example" }, "host", "This is already in use."],
    [{ host: "new.example", projectId: "nowhere" }, "projectId", "There is no such project."],
    [
      { host: "new.example", rootUrl: "https://taken.example/" },
      "rootUrl",
      "Must not point to this service.",
    ],
    [{ host: "new.example", notFoundUrl: "brand" }, "notFoundUrl", "Must be an absolute"],
  ];
  for (const [fields, name, problem] of mistakes) {
    const { text } = await owner.send(NEW, { ...empty, ...fields });
    const form = htmlForm(text);
    expect([fields, form.problem(name)]).toEqual([fields, expect.stringContaining(problem)]);
    expect(form.value("host")).toBe(fields.host);
  }
  expect((await stored()).map(({ host }) => host)).toEqual(["taken.example"]);
});

test("an owner sets the apps that open a domain's links; a mistake keeps what was typed", async () => {
  await owner.send(NEW, { ...empty, host: "apps.example" });
  const path = `${DOMAINS}/apps.example/apps`;
  expect((await owner.open(`${DOMAINS}/apps.example`)).text).toContain(`href="${path}"`);
  const shown = (await owner.open(path)).text;
  expect(shown).toContain("its visit is not counted here");
  expect(shown).toContain("applinks:apps.example");
  const fingerprint = Array(32).fill("AB").join(":");
  const apps = {
    iosApps: "ABCDE12345.com.example.app\r\n\r\n ABCDE12345.com.example.kids ",
    androidApps: `com.example.app ${fingerprint.toLowerCase()}`,
    appAddresses: "slugs",
  };
  const wrong = await owner.send(path, { ...apps, iosApps: `${apps.iosApps}\r\ncom.example.app` });
  const form = htmlForm(wrong.text);
  expect(form.problem("iosApps")).toContain("Must be the prefix and the bundle id of an app");
  expect(form.value("androidApps")).toBe(apps.androidApps);
  expect((await owner.send(path, apps)).location).toBe(`${path}?done=saved`);
  const saved = htmlForm((await owner.open(path)).text);
  expect(saved.value("iosApps")?.split(/\s+/)).toEqual([
    "ABCDE12345.com.example.app",
    "ABCDE12345.com.example.kids",
  ]);
  expect(saved.value("androidApps")).toBe(`com.example.app ${fingerprint}`);
  expect(saved.value("appAddresses")).toBe("slugs");
  const activity = (await owner.open("/dashboard/o/acme/activity?kind=domain")).text;
  expect(activity).toContain("ABCDE12345.com.example.kids");
  expect((await editor.open(path)).status).toBe(403);
  await owner.send(path, { iosApps: "", androidApps: "", appAddresses: "all" });
  expect((await owner.open(path)).text).not.toContain("kids");
});

test("the host by which the dashboard is reached is refused, as are those of routes and origins", async () => {
  const own = "dashboard.localhost";
  const routed = await useDashboard(undefined, {
    SHORT_LINK_ORIGIN: "https://go.acme.example",
    API_ORIGIN: "https://api.acme.example",
    DOMAIN_ROUTES: "go.acme.example,*.routed.example/*",
  });
  await routed.service.issueKey({ organization: "acme" });
  await routed.add("acme", "claimer@acme.example", "owner");
  const identity = await routed.identity("claimer@acme.example");
  const origin = `http://${own}:${routed.service.url.port}`;
  const messageFor = async (host: string) => {
    const fields = new URLSearchParams({ ...empty, host, [IDEMPOTENCY_FIELD]: crypto.randomUUID() });
    const headers = {
      ...{ ...identity, Accept: "text/html", Origin: origin },
      "Content-Type": "application/x-www-form-urlencoded",
    };
    const { text } = await post(routed.service, `${origin}${NEW}`, String(fields), { headers });
    return htmlForm(text).problem("host");
  };
  for (const host of [own, "go.acme.example", "api.acme.example"])
    expect(await messageFor(host)).toBe("This is the service's own host.");
  for (const host of ["links.routed.example", "acme.workers.dev"])
    expect(await messageFor(host)).toMatch(/^(Already reaches the service|Must be your own host name)/);
});

describe("with a DNS resolver, an owner confirms by a TXT record", async () => {
  /** What the resolver answers, and the names that it was asked for. */
  let records: (name: string) => { status?: number; body: string };
  const asked: string[] = [];
  const resolver = await startServer((request, response) => {
    const url = new URL(request.url ?? "", "http://resolver.example");
    asked.push(`${url.pathname} ${url.searchParams} ${request.headers.accept}`);
    const { status = 200, body } = records(url.searchParams.get("name") ?? "");
    response.writeHead(status, { "Content-Type": "application/dns-json" }).end(body);
  });
  afterAll(() => resolver.close());
  const proving = await useDashboard(undefined, { DOMAIN_RESOLVER: `${resolver.origin}/dns-query` });
  await proving.service.issueKey({ organization: "acme", createProjects: ["main"] });
  const { owner: prover, editor: other } = await fourPeople(proving);
  const found = (texts: readonly string[]) =>
    JSON.stringify({
      Status: 0,
      Answer: texts.map((text) => ({ name: "x", type: 16, TTL: 60, data: text })),
    });
  const none = JSON.stringify({ Status: 3, Query: [] });

  let host = "";
  let text = "";
  let claims = 0;
  beforeEach(async () => {
    host = `go-${claims++}.example`;
    records = () => ({ body: none });
    asked.length = 0;
    await prover.send(NEW, { ...empty, host });
    text = /shoppable-links=\w{32}/.exec((await prover.open(`${DOMAINS}/${host}/confirm`)).text)?.[0] ?? "";
  });
  const check = (who = prover) => who.send(`${DOMAINS}/${host}/confirm`, {});
  const isConfirmed = async () =>
    (await proving.service.env.DB.prepare("SELECT confirmed_at FROM domains WHERE host = ?1")
      .bind(host)
      .first("confirmed_at")) !== null;

  test("the page names the record, and the command", async () => {
    const page = (await prover.open(`${DOMAINS}/${host}/confirm`)).text;
    expect(page).toContain(`_shoppable-links.${host}`);
    expect(page).toContain(text);
    expect(page).toContain(`npm run domains -- confirm ${host} --organization acme`);
  });

  test("one that is there confirms, whatever else is beside it", async () => {
    const spf = '"v=spf1 -all"';
    for (const own of [`"${text}"`, text, `"${text.slice(0, 20)}" "${text.slice(20)}"`]) {
      records = (name) => ({ body: name === `_shoppable-links.${host}` ? found([spf, own]) : none });
      expect(await check()).toMatchObject({ status: 303, location: `${DOMAINS}?done=confirmed` });
      expect(await isConfirmed()).toBe(true);
      await proving.service.env.DB.prepare("UPDATE domains SET confirmed_at = NULL").run();
    }
    expect(asked[0]).toBe(`/dns-query name=_shoppable-links.${host}&type=TXT application/dns-json`);
  });

  test.each<[string, () => string]>([
    ["no record", () => none],
    ["a record of another claim", () => found(['"shoppable-links=00000000000000000000000000000000"'])],
    ["a record that contains the text", () => found([`"x ${text}"`, `"${text}x"`])],
    ["the text in a record of another type", () => found([text]).replace("16", "5")],
  ])("%s confirms nothing, and the page says so", async (_, answer) => {
    records = () => ({ body: answer() });
    const answered = await check();
    expect([answered.status, await isConfirmed()]).toEqual([400, false]);
    expect(answered.text).toContain(`Has no TXT record _shoppable-links.${host} with this text yet.`);
  });

  test.each<[string, () => { status?: number; body: string }]>([
    ["an error of the resolver", () => ({ status: 500, body: found([text]).replace("Status", "status") })],
    ["a failure of DNS", () => ({ body: JSON.stringify({ Status: 2 }) })],
    ["no JSON", () => ({ body: "<html>" })],
    ["far too long an answer", () => ({ body: found([text, "x".repeat(100_000)]) })],
    ["a redirect", () => ({ status: 302, body: found([text]) })],
  ])("%s confirms nothing, and may be tried again", async (_, answer) => {
    records = answer;
    expect([(await check()).status, await isConfirmed()]).toEqual([503, false]);
  });

  test("only owners of the organization have it looked up", async () => {
    expect((await check(other)).status).toBe(403);
    expect(asked).toEqual([]);
  });
});

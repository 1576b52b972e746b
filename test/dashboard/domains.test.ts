import { expect, test } from "vitest";
import { fourPeople, useDashboard } from "./dashboard.ts";
import { htmlForm } from "./html-form.ts";

const DOMAINS = "/dashboard/o/acme/domains";
const NEW = `${DOMAINS}/new`;

const dashboard = await useDashboard();
await dashboard.service.issueKey({ organization: "acme", createProjects: ["main", "brand"] });
const { owner, editor, viewer, hank } = await fourPeople(dashboard);

const empty = { projectId: "", rootUrl: "", notFoundUrl: "" };
const stored = async () =>
  (
    await dashboard.service.env.DB.prepare(
      "SELECT host, project_id, root_url FROM domains WHERE organization_id = 'acme' ORDER BY host",
    ).all()
  ).results;

test("an owner adds, changes and removes a domain, and the activity tells of each", async () => {
  expect((await owner.open(DOMAINS)).text).toContain("No domains yet");
  expect((await owner.open("/dashboard/o/acme/projects")).text).toContain(`href="${DOMAINS}"`);
  const form = (await owner.open(NEW)).text;
  expect(form).toContain('<option value="brand"');
  const added = { ...empty, host: " Go.Brand.Example ", projectId: "brand" };
  expect(await owner.send(NEW, added)).toMatchObject({ status: 303, location: `${DOMAINS}?done=added` });
  const path = `${DOMAINS}/go.brand.example`;
  expect((await owner.open(`${DOMAINS}?done=added`)).text).toContain(`href="${path}"`);
  const opened = await owner.open(path);
  expect(htmlForm(opened.text).value("projectId")).toBe("brand");
  expect(opened.text).toContain("custom_domain = true");
  const rootUrl = "https://brand.example/";
  expect((await owner.send(path, { ...empty, rootUrl })).location).toBe(`${DOMAINS}?done=changed`);
  expect(await stored()).toEqual([{ host: "go.brand.example", project_id: null, root_url: rootUrl }]);
  expect((await owner.open(`${path}/remove`)).text).toContain("Remove the domain");
  expect((await owner.send(`${path}/remove`, {})).location).toBe(`${DOMAINS}?done=removed`);
  expect(await stored()).toEqual([]);
  const { text } = await owner.open("/dashboard/o/acme/activity?kind=domain");
  expect(text.match(/<small>Domain<\/small>/g)).toHaveLength(3);
  for (const said of ["Created", "Start page:", "Removed", "<bdi>go.brand.example</bdi>"])
    expect(text).toContain(said);
  expect((await editor.open("/dashboard/o/acme/activity")).text).not.toContain("go.brand.example");
});

test("mistakes stand beside their fields, with what was typed", async () => {
  await owner.send(NEW, { ...empty, host: "taken.example" });
  const mistakes: [Record<string, string>, string, string][] = [
    [{ host: "no dots" }, "host", "Must be a host name, such as go.example.com."],
    [{ host: "taken.example" }, "host", "Is in use already."],
    [{ host: "new.example", projectId: "nowhere" }, "projectId", "There is no such project."],
    [
      { host: "new.example", rootUrl: "https://taken.example/" },
      "rootUrl",
      "Must not lead back to this service.",
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

test("only owners see and change them, each those of the own organization", async () => {
  await owner.send(NEW, { ...empty, host: "only.example" });
  const path = `${DOMAINS}/only.example`;
  for (const who of [editor, viewer]) {
    for (const each of [DOMAINS, NEW, path, `${path}/remove`])
      expect((await who.open(each)).status).toBe(403);
    expect((await who.send(NEW, { ...empty, host: "other.example" })).status).toBe(403);
    expect((await who.send(path, empty)).status).toBe(403);
    expect((await who.send(`${path}/remove`, {})).status).toBe(403);
  }
  const theirs = "/dashboard/o/globex/domains";
  expect((await hank.open(theirs)).text).not.toContain("only.example");
  for (const each of [`${theirs}/only.example`, `${theirs}/only.example/remove`]) {
    expect((await hank.open(each)).status).toBe(404);
    expect((await hank.send(each, empty)).status).toBe(404);
  }
  expect((await hank.open(path)).status).toBe(404);
  const taken = await hank.send(`${theirs}/new`, { ...empty, host: "only.example" });
  expect([taken.status, taken.text.includes("acme")]).toEqual([409, false]);
  // Another organization's project is none.
  const foreign = await hank.send(`${theirs}/new`, { ...empty, host: "hank.example", projectId: "brand" });
  expect(htmlForm(foreign.text).problem("projectId")).toBe("There is no such project.");
  expect((await stored()).map(({ host }) => host)).toContain("only.example");
});

import { describe, expect, test } from "vitest";
import { useDashboard } from "./dashboard.ts";
import { htmlForm } from "./html-form.ts";

const MEMBERS = "/dashboard/o/acme/members";

const dashboard = await useDashboard();
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "editor@acme.example", "editor");
await dashboard.add("globex", "hank@globex.example", "owner");
const [owner, stranger] = await Promise.all([
  dashboard.as("owner@acme.example"),
  dashboard.as("nobody@example.com"),
]);

/** The addresses of the members' own pages, by email. */
async function pageOf(email: string): Promise<string> {
  const { text } = await owner.open(MEMBERS);
  const [, path = ""] = new RegExp(`href="([^"]+)"><bdi>${email}`).exec(text) ?? [];
  expect(path).toMatch(/^\/dashboard\/o\/acme\/members\/mem_/);
  return path;
}

describe("who may enter", () => {
  test("a request without identity gets 403, whatever else it says", async () => {
    const forged = { "Cf-Access-Authenticated-User-Email": "owner@acme.example", Accept: "text/html" };
    for (const path of [
      "/dashboard",
      "/dashboard/keys",
      MEMBERS,
      "/dashboard/o/none",
      "/dashboard/nothing",
    ]) {
      const response = await dashboard.service.fetch(path, { headers: forged, redirect: "manual" });
      expect([path, response.status]).toEqual([path, 403]);
      expect(await response.text()).toContain("Sign in first");
    }
  });

  test("a person without a membership sees how to become a member", async () => {
    const { status, text } = await stranger.open("/dashboard");
    expect(status).toBe(403);
    expect(text).toContain("nobody@example.com");
    expect(text).toContain("Ask an owner");
    expect((await stranger.open(MEMBERS)).status).toBe(403);
  });

  test("an address without an organization leads to the person's only one, or to a choice", async () => {
    expect(await owner.open("/dashboard/members")).toMatchObject({ status: 303, location: MEMBERS });
    await dashboard.add("initech", "both@example.com", "viewer");
    await dashboard.add("umbrella", "both@example.com", "owner");
    const both = await dashboard.as("both@example.com");
    const { status, text } = await both.open("/dashboard/projects");
    expect(status).toBe(200);
    expect(text).toContain('href="/dashboard/o/initech/projects"');
    expect(text).toContain('href="/dashboard/o/umbrella/projects"');
  });

  test("another organization's screens are a 404, like those of an unknown organization", async () => {
    const other = await owner.open("/dashboard/o/globex/members");
    const none = await owner.open("/dashboard/o/nowhere/members");
    expect([other.status, none.status]).toEqual([404, 404]);
    const withoutReference = (text: string) => text.replace(/Reference: [\w-]+/, "");
    expect(withoutReference(other.text)).toBe(withoutReference(none.text));
  });

  test("pages are kept by nobody, framed by nobody, and run only our own files", async () => {
    const { headers } = await owner.open(MEMBERS);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
    expect((await owner.open("/dashboard/o/acme/nothing")).status).toBe(404);
  });
});

describe("members", () => {
  test("an owner adds a member, gives another role and removes the member", async () => {
    const added = await owner.send(`${MEMBERS}/new`, {
      email: " New@Acme.Example ",
      role: "viewer",
      reach: "all",
    });
    expect(added).toMatchObject({
      status: 303,
      location: expect.stringMatching(/\/members\/mem_\w+\?done=added$/),
    });
    const page = await pageOf("new@acme.example");
    const { text: invitation } = await owner.open(added.location ?? "");
    expect(invitation).toContain(
      `You can see our short links and their visits at ${dashboard.service.url.origin}/dashboard/o/acme`,
    );
    expect(invitation).toContain("to the policy of the Cloudflare Access application");
    const person = await dashboard.as("new@acme.example");
    expect((await person.open("/dashboard")).status).toBe(303);

    const changed = await owner.send(page, { role: "editor", reach: "all" });
    expect(changed).toMatchObject({ location: `${page}?done=changed` });
    const { text } = await owner.open(changed.location ?? "");
    expect(text).toMatch(/value="editor" checked/);
    expect(text).toContain(
      "<bdi>new@acme.example</bdi> now has the role editor for <bdi>all projects</bdi>.",
    );

    expect((await owner.open(`${page}/remove`)).text).toContain("Their links and API keys keep working");
    expect(await owner.send(`${page}/remove`, {})).toMatchObject({ location: `${MEMBERS}?done=removed` });
    expect((await person.open("/dashboard")).status).toBe(403);
    expect((await owner.open(page)).status).toBe(404);
  });

  describe("limited to some projects", () => {
    const form = { role: "viewer", email: "agency@acme.example" };
    /** Who is a member, and in which projects. */
    const reachOf = async (email: string) => {
      const { DB } = dashboard.service.env;
      const row = await DB.prepare(
        "SELECT projects FROM members WHERE organization_id = 'acme' AND email = ?1",
      )
        .bind(email)
        .first<{ projects: string | null }>();
      return row && (row.projects === null ? "all" : JSON.parse(row.projects));
    };
    const problemIn = ({ text }: { text: string }) => /id="projects-error">([^<]+)</.exec(text)?.[1];

    test("a form that says all projects and some is refused, and so is one that says neither", async () => {
      for (const { id, name } of [
        { id: "maple", name: "Maple" },
        { id: "pine", name: "Pine" },
      ])
        await owner.send("/dashboard/o/acme/projects/new", { id, name });
      for (const fields of [
        { reach: "all", projects: ["maple", "pine"] },
        { projects: ["maple"] },
        {},
        { reach: "everything" },
        { reach: "selected" },
        // An owner has all projects, which nobody gets who was to be limited.
        { reach: "selected", projects: ["maple"], role: "owner" },
      ]) {
        const answer = await owner.send(`${MEMBERS}/new`, { ...form, ...fields });
        expect([fields, answer.status, await reachOf(form.email)]).toEqual([fields, 400, null]);
        expect(problemIn(answer)).toEqual(expect.any(String));
      }
      const both = await owner.send(`${MEMBERS}/new`, { ...form, reach: "all", projects: ["maple"] });
      expect(problemIn(both)).toContain("choose one of the two");
      expect(both.text).toMatch(/value="maple" checked/);
    });

    test("a member is told to see these projects only, and stays limited in what is changed later", async () => {
      const projects = ["maple", "pine"];
      const added = await owner.send(`${MEMBERS}/new`, { ...form, reach: "selected", projects });
      const path = added.location?.replace(/\?.*/, "") ?? "";
      expect((await owner.open(added.location ?? "")).text).toContain(
        "for <bdi>Maple &amp; Pine only</bdi>.",
      );
      expect(await reachOf(form.email)).toEqual(projects);
      expect((await owner.open(MEMBERS)).text).toContain("<bdi>Maple &amp; Pine</bdi>");

      for (const fields of [
        { role: "editor" },
        { role: "editor", reach: "all", projects },
        { role: "owner", reach: "selected", projects },
      ]) {
        const answer = await owner.send(path, fields);
        expect([fields, answer.status, await reachOf(form.email)]).toEqual([fields, 400, projects]);
      }
      // A project that is archived by now is still among those that the member has.
      await owner.send("/dashboard/o/acme/projects/pine/archive", {});
      const shown = htmlForm((await owner.open(path)).text).entries.filter(([name]) => name === "projects");
      expect(shown.map(([, id]) => id).sort()).toEqual(projects);
      const kept = await owner.send(path, { role: "editor", reach: "selected", projects });
      expect((await owner.open(kept.location ?? "")).text).toContain("<bdi>Maple &amp; Pine only</bdi>");
      expect(await reachOf(form.email)).toEqual(projects);
    });
  });

  test("a member with another role is not added again", async () => {
    const { status, text } = await owner.send(`${MEMBERS}/new`, {
      email: "editor@acme.example",
      role: "owner",
      reach: "all",
    });
    expect(status).toBe(409);
    expect(text).toContain("is already a member, with the role editor");
  });

  test("the last owner stays", async () => {
    const page = await pageOf("owner@acme.example");
    expect((await owner.send(page, { role: "viewer", reach: "all" })).status).toBe(409);
    const { status, text } = await owner.send(`${page}/remove`, {});
    expect(status).toBe(409);
    expect(text).toContain("last owner");
  });
});

test("a form above 4 MiB is refused, with its length and without", async () => {
  const { origin } = dashboard.service.url;
  const form = `email=${"x".repeat(4 * 1024 * 1024)}`;
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(form));
      controller.close();
    },
  });
  for (const body of [form, chunked]) {
    const answer = await fetch(`${origin}/dashboard/o/acme/members/new`, {
      method: "POST",
      body,
      duplex: "half",
      headers: {
        ...(await dashboard.identity("owner@acme.example")),
        ...{ Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
      },
    } as RequestInit);
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining("larger than 4 MiB")]);
  }
});

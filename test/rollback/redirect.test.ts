import { beforeAll, describe, expect, test } from "vitest";
import type { LinkResource } from "../../src/api/resources.ts";
import { redirectKey } from "../../src/short-links/address-key.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

/**
 * A rollback leaves the new version's rows and KV copies to the Worker of the version before, which is the last release:
 * redirect-1.1.0.js is its redirect as `esbuild --bundle --minify --format=esm` makes it of src/index.ts at the commit in
 * its first line, without the modules that are loaded on demand. A clone of CI has no history to build it from.
 */

const now = await useService();
const { key } = await now.issueKey();
const before = await useService({ config: { main: "test/rollback/redirect-1.1.0.js" } });

const create = async (body: object): Promise<LinkResource> =>
  expectLink(await post(now, "/v1/links", body, { key }));
const ended = { activeFrom: "2026-01-01T00:00:00Z", activeUntil: "2026-01-02T00:00:00Z" };
const links: Record<string, LinkResource> = {};
beforeAll(async () => {
  links.scheduled = await create(linkBody("custom custom_url", { schedule: ended }));
  links.led = await create(
    linkBody("custom custom_url", { schedule: { ...ended, endedUrl: "https://brand.example/" } }),
  );
  links.choice = await create(choiceBody());
  links.named = await create(linkBody("custom custom_url", { slug: "rolled-back" }));
});

/** Takes what the new version stores to the version before. */
async function rollBack({ id, shortId }: LinkResource, stored: "in KV" | "in D1"): Promise<void> {
  if (stored === "in KV") {
    await expect.poll(() => now.env.LINKS.get(redirectKey(shortId))).not.toBeNull();
    await before.env.LINKS.put(redirectKey(shortId), (await now.env.LINKS.get(redirectKey(shortId))) ?? "");
    return;
  }
  const row = await now.env.DB.prepare("SELECT * FROM links WHERE id = ?1").bind(id).first();
  const columns = Object.keys(row ?? {});
  await before.issueKey({ organization: now.organization });
  await before.env.DB.prepare(
    `INSERT INTO links (${columns.join(", ")}) VALUES (${columns.map((_, index) => `?${index + 1}`).join(", ")})`,
  )
    .bind(...Object.values(row ?? {}))
    .run();
}

describe.each(["in KV", "in D1"] as const)(
  "the redirect of 1.1.0, with what this version stored %s",
  (stored) => {
    test.each([
      ["scheduled", "https://example.com/welcome", "leads on at all times"],
      [
        "led",
        "https://example.com/welcome",
        "leads on at all times, too, where the schedule leads elsewhere",
      ],
      ["choice", "https://www.walmart.com/", "leads to its first offer"],
      ["named", "https://example.com/welcome", "leads by the short id of a link that has a slug"],
    ])("a %s link %s: %s", async (name, destination) => {
      const link = links[name];
      if (!link) throw new Error(`no link ${name}`);
      await before.env.LINKS.delete(redirectKey(link.shortId));
      await before.env.DB.prepare("DELETE FROM links WHERE id = ?1").bind(link.id).run();
      await rollBack(link, stored);
      // Each in the other case, as an isolate remembers a link by its short id for some seconds.
      const { status, headers } = await send(before, "GET", `/${link.shortId}`);
      expect([status, headers.get("Location")?.startsWith(destination)]).toEqual([302, true]);
    });
  },
);

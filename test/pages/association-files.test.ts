import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { Actor } from "../../src/features/access/actor.ts";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { addDomain, changeDomain } from "../../src/features/addresses/manage-domains.ts";
import { ServiceError } from "../../src/ground/core/errors.ts";
import { newShortId } from "../../src/ground/core/ids.ts";
import { RESERVED_NAMES } from "../../src/ground/core/reserved-names.ts";
import { associationFiles } from "../../src/surfaces/pages/association-files.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
await service.issueKey({ organization: "acme", createProjects: ["main"] });
const dependencies = { ...dependenciesOf(service.env), ownHosts: ownHosts([]) };
const IOS = "ABCDE12345.com.example.app";
const FINGERPRINT = Array.from({ length: 32 }, (_, index) => (index + 160).toString(16).toUpperCase()).join(
  ":",
);
const OTHER = FINGERPRINT.replaceAll("A", "0");
const APPLE = "/.well-known/apple-app-site-association";
const GOOGLE = "/.well-known/assetlinks.json";

/** A new confirmed domain. Names of this machine need no DNS. */
async function domain(settings: object, actor: Actor = OPERATOR): Promise<string> {
  const host = `apps-${newShortId()}.localhost`;
  await addDomain(actor, { host, organizationId: "acme", ...settings }, dependencies);
  return host;
}
const ask = (host: string, path: string, method = "GET") =>
  send(service, method, `http://${host}:${service.url.port}${path}`);

describe("design: links on a domain open the organization's app", () => {
  test("both files are JSON without a redirect, with what the systems' documents ask for", async () => {
    const host = await domain({
      iosApps: [IOS, ` ${IOS}2 `, IOS],
      androidApps: [
        `com.example.app ${FINGERPRINT}`,
        `com.example.app  ${OTHER.replaceAll(":", "").toLowerCase()}`,
        `com.example.other ${OTHER}`,
      ],
    });
    const [apple, google] = [await ask(host, APPLE), await ask(host, GOOGLE)];
    for (const { status, headers } of [apple, google])
      expect([status, headers.get("Content-Type"), headers.get("Location")]).toEqual([
        200,
        "application/json",
        null,
      ]);
    expect(apple.json.applinks.details).toEqual([
      { appIDs: [IOS, `${IOS}2`], components: expect.any(Array) },
    ]);
    const relation = "delegate_permission/common.handle_all_urls";
    const statement = (package_name: string, sha256_cert_fingerprints: string[]) => ({
      relation: [relation],
      target: { namespace: "android_app", package_name, sha256_cert_fingerprints },
      relation_extensions: {
        [relation]: { dynamic_app_link_components: apple.json.applinks.details[0].components },
      },
    });
    expect(google.json).toEqual([
      statement("com.example.app", [FINGERPRINT, OTHER]),
      statement("com.example.other", [OTHER]),
    ]);
    // 128 KB is the most that Apple reads.
    expect(apple.text.length).toBeLessThan(10_000);
    expect((await ask(host, APPLE, "HEAD")).status).toBe(200);
  });

  test("the first pattern that matches decides which addresses open it", async () => {
    const links = ["/summer", "/back-2026", "/ab-cdefg", "/a/kept/path", "/Spring_Sale"];
    const others = ["/mcvr15dj", "/mcvr15dj/walmart", "/01/04006381333931"];
    const ours = ["/", ...[...RESERVED_NAMES].flatMap((name) => [`/${name}`, `/${name}/x`])];
    const opened = async (appAddresses: string) => {
      const { json } = await ask(await domain({ iosApps: [IOS], appAddresses }), APPLE);
      return [...links, ...others, ...ours].filter((path) =>
        opens(json.applinks.details[0].components, path),
      );
    };
    expect(await opened("all")).toEqual([...links, ...others]);
    expect(await opened("slugs")).toEqual(links);
    expect(await opened("none")).toEqual([]);
  });

  test("without addresses, phones are told so", async () => {
    const apps = { iosApps: [IOS], androidApps: [`com.example.app ${FINGERPRINT}`], appAddresses: "none" };
    const host = await domain(apps);
    expect((await ask(host, GOOGLE)).json).toEqual([]);
    expect((await ask(host, APPLE)).json.applinks.details).toEqual([
      { appIDs: [IOS], components: [{ "/": "/*", exclude: true }] },
    ]);
  });

  test("other hosts, pending claims and domains without an app have no file", async () => {
    const pending = await domain({ iosApps: [IOS] }, memberOf("owner"));
    for (const host of ["localhost", pending, await domain({})])
      expect([host, (await ask(host, APPLE)).status, (await ask(host, GOOGLE)).status]).toEqual([
        host,
        404,
        404,
      ]);
    // An app of one system makes no file of the other.
    expect((await ask(await domain({ iosApps: [IOS] }), GOOGLE)).status).toBe(404);
  });

  test("an app that is removed is gone, and what is left stays", async () => {
    const host = await domain({ iosApps: [IOS], androidApps: [`com.example.app ${FINGERPRINT}`] });
    const changed = await changeDomain(OPERATOR, { host, iosApps: [] }, dependencies);
    expect(changed).toMatchObject({ iosApps: [], androidApps: [`com.example.app ${FINGERPRINT}`] });
    expect([(await ask(host, APPLE)).status, (await ask(host, GOOGLE)).status]).toEqual([404, 200]);
  });

  test("while D1 is down, what an isolate knows stays, however old", async () => {
    const host = await domain({ iosApps: [IOS] });
    let time = Date.now();
    let isDown = false;
    const logged: unknown[] = [];
    const { claimsOf } = dependencies.domains;
    const domains = {
      claimsOf: (each: string) =>
        isDown ? Promise.reject(new ServiceError("service_unavailable", "D1 is down.")) : claimsOf(each),
    };
    const log = (...entry: unknown[]) => logged.push(entry);
    const app = new Hono()
      .use((c, next) => {
        c.set("dependencies" as never, { domains, log, now: () => new Date(time) } as never);
        return next();
      })
      .route("/.well-known", associationFiles)
      .onError((error, c) => c.text(error.message, 503));
    const status = async (of: string) => (await app.request(`http://${of}${APPLE}`)).status;
    expect(await status(host)).toBe(200);
    isDown = true;
    time += 3_600_000;
    expect([await status(host), await status(`new.${host}`)]).toEqual([200, 503]);
    expect(logged).toMatchObject([["error", "domain", { host }]]);
  });

  test.each([
    ["iosApps", "com.example.app"],
    ["iosApps", "ABCDE12345.com.example.*"],
    ["iosApps", "abcde12345.com.example.app"],
    ["androidApps", "com.example.app"],
    ["androidApps", `example ${FINGERPRINT}`],
    ["androidApps", `com.1example.app ${FINGERPRINT}`],
    ["androidApps", `com.example.app ${FINGERPRINT.slice(3)}`],
    ["androidApps", `com.example.app ${FINGERPRINT.replaceAll(":", "-")}`],
  ])("%s refuses %s and names its place", async (field, text) => {
    const host = await domain({});
    await expect(changeDomain(OPERATOR, { host, [field]: [text] }, dependencies)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: `${field}[0]`, message: expect.stringContaining("such as") }],
    });
  });
});

/** Whether the first pattern that matches a path opens the app, by the rules of Apple and Google. */
function opens(components: { "/": string; exclude?: true }[], path: string): boolean {
  const matching = components.find(({ "/": pattern }) =>
    new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".")}$`).test(path),
  );
  return matching !== undefined && !matching.exclude;
}

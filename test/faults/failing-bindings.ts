import { expect } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { get } from "../requests.ts";
import { DAY_MS, down, type FailingParts, inEachWay, limitersDown, type Promised } from "./failing-parts.ts";
import { DELIVERIES, type Fault, faultHeader, LATER, NOTHING } from "./faults.ts";

/** Guarantees while a binding fails. */
export function bindingPromises(parts: FailingParts): Promised[] {
  const { service, api, create, newLink, visit, leadsOn, counted, sharedReport } = parts;
  const { unaffected, refused, works } = parts;
  const image = (path: string, faults: Record<string, Fault>) => api("GET", path, faults);
  /** How often the Worker has logged an event. */
  const logged = (event: string) =>
    service.logs().filter((line) => line.includes(`"event":"${event}"`)).length;
  return [
    {
      fails: "D1",
      redirects: [
        "known links redirect from memory and KV; other ids get 503, never 404",
        async () => {
          await unaffected("DB")();
          await inEachWay(async (fault) => {
            expect((await visit("zzzzzzz1", { DB: fault })).status).toBe(503);
          })();
        },
      ],
      api: [
        "503 with `Retry-After`, except for repeats in KV and plain images that were drawn before; `GET /ready` is 503",
        async () => {
          await refused("DB")();
          const kept = async () => (await service.env.IDEMPOTENCY.list()).keys.length;
          const before = await kept();
          const first = await create({}, {}, "repeated-0001");
          await expect.poll(kept).toBeGreaterThan(before);
          const path = new URL(expectLink(first).qrCode?.imageUrl ?? "").pathname;
          expect((await image(path, {})).status).toBe(200);
          let later = 0;
          await inEachWay(async (fault) => {
            const again = async () => {
              const { status, text } = await create({ DB: fault }, {}, "repeated-0001");
              return [status, text];
            };
            // A slow KV, as on a busy machine, counts as empty.
            await expect.poll(again).toEqual([201, first.text]);
            expect((await image(path, { DB: fault })).status).toBe(200);
            // A minute later each time: the result of a probe is cached for some seconds.
            later += 60_000;
            const headers = { ...faultHeader({ DB: fault }), [LATER]: String(later) };
            expect((await get(service, "/ready", { headers })).status).toBe(503);
          })();
        },
      ],
    },
    {
      fails: "KV `LINKS`",
      redirects: ["links redirect from memory and D1", unaffected("LINKS")],
      api: ["works", works("LINKS")],
    },
    {
      fails: "KV `IDEMPOTENCY`",
      redirects: ["unaffected", unaffected("IDEMPOTENCY")],
      api: [
        "works; repeats are read from D1",
        async () => {
          await works("IDEMPOTENCY")();
          await inEachWay(async (fault) => {
            const write = () => create({ IDEMPOTENCY: fault }, {}, `repeated-${fault}`);
            const [first, again] = [await write(), await write()];
            expect([again.text, again.headers.get("Idempotent-Replayed")]).toEqual([first.text, "true"]);
          })();
        },
      ],
    },
    {
      fails: "R2",
      redirects: ["unaffected", unaffected("QR_IMAGES")],
      api: [
        "links and codes are created; images are drawn on request; 503 for reports of a link in years whose visits are in R2",
        inEachWay(async (fault) => {
          const faults = { QR_IMAGES: fault };
          const { id, qrCode } = expectLink(await create(faults));
          const further = expectQrCode(await api("POST", `/v1/links/${id}/qr-codes`, faults, {}));
          for (const url of [qrCode?.imageUrl ?? "", further.imageUrl]) {
            const { status, text } = await image(new URL(url).pathname, faults);
            expect([status, text.slice(0, 4)]).toEqual([200, "<svg"]);
          }
          await service.env.DB.prepare(
            `INSERT INTO visit_archive_blocks
              (organization_id, project_id, year, part, offset, length, first_link, last_link, links, size, months)
            SELECT organization_id, project_id, '2023', abs(random()), 0, 9, id, id, 1, 9, '[1]' FROM links WHERE id = ?1`,
          )
            .bind(id)
            .run();
          const visits = async (year: number) =>
            api("GET", `/v1/visits?linkId=${id}&from=${year}-01-01&to=${year}-12-31`, faults);
          const { message } = expectError(await visits(2023), 503, "service_unavailable");
          expect(message).toContain("Visits of 2023 can't be read at the moment.");
          expect((await visits(2024)).status).toBe(200);
        }),
      ],
    },
    {
      fails: "D1 and KV together",
      redirects: [
        "links in the isolate's memory redirect, however old; others get 503",
        inEachWay(async (fault) => {
          const faults = down(fault, "DB", "LINKS", "IDEMPOTENCY");
          const [met, other] = [await newLink(), await newLink()];
          await leadsOn(met.shortId);
          for (const later of [0, 11_000, 30 * DAY_MS]) await leadsOn(met.shortId, faults, later);
          expect((await visit(other.shortId, faults)).status).toBe(503);
        }),
      ],
      api: ["503", refused("DB", "LINKS", "IDEMPOTENCY")],
    },
    {
      fails: "the queue",
      redirects: [
        "unaffected; up to 100 messages of visits wait in memory",
        async () => {
          await unaffected("VISITS")();
          const failures = () => logged("count visits");
          const before = failures();
          const { id, shortId } = await newLink();
          // The message of the first visit is rejected, waits, and follows the next message that the queue accepts.
          await leadsOn(shortId, { VISITS: "throws" });
          await expect.poll(failures).toBeGreaterThan(before);
          expect(await counted(id)).toBe(0);
          await leadsOn(shortId);
          await expect.poll(() => counted(id), { timeout: 30_000 }).toBe(2);
        },
      ],
      api: ["unaffected", works("VISITS", "RUNS")],
    },
    {
      fails: "D1, while visits are counted",
      redirects: [
        "unaffected",
        async () => {
          const { shortId } = await newLink();
          await leadsOn(shortId, { DB: "throws" });
        },
      ],
      api: [
        "messages are delivered again, and count once",
        async () => {
          for (const fault of ["throws", "loses answers", "hangs"] as const) {
            const { id } = await newLink();
            const failures = () => logged("store visits");
            const before = failures();
            await get(service, "/health", { headers: { [DELIVERIES]: `DB=${fault}` } });
            const counts: VisitMessage["counts"] = [
              [id, "default", "2026-11-20T10:00", "US", "phone", "person", 1],
            ];
            for (const number of [1, 2, 3])
              await service.env.VISITS.send({ sender: `vis_${id}`, number, since: 0, counts, apart: [] });
            await expect.poll(failures, { timeout: 30_000 }).toBeGreaterThan(before);
            await get(service, "/health", { headers: { [DELIVERIES]: NOTHING } });
            await expect.poll(() => counted(id), { timeout: 30_000 }).toBe(3);
          }
        },
      ],
    },
    {
      fails: "a rate limiter",
      redirects: [
        "unaffected",
        inEachWay(async (fault) => {
          const { shortId } = await newLink();
          await leadsOn(shortId, limitersDown(fault));
          expect((await visit("zzzzzzz2", limitersDown(fault))).status).toBe(404);
        }),
      ],
      api: [
        "requests are allowed",
        async () => {
          const report = await sharedReport();
          const { key: unknown } = await newApiKey();
          const { qrCode } = await newLink();
          let size = 300;
          await inEachWay(async (fault) => {
            const faults = limitersDown(fault);
            expectLink(await create(faults));
            for (let repeat = 0; repeat < 2; repeat++)
              expectError(
                await get(service, "/v1/links", { key: unknown, headers: faultHeader(faults) }),
                401,
                "unauthorized",
              );
            const drawn = `${new URL(qrCode?.imageUrl ?? "").pathname.replace(".svg", ".png")}?size=${++size}`;
            expect((await image(drawn, faults)).status).toBe(200);
            expect((await get(service, report, { headers: faultHeader(faults) })).status).toBe(200);
          })();
        },
      ],
    },
  ];
}

import { beforeAll, expect, test } from "vitest";
import { rollUpVisits } from "../../../src/features/visits/roll-up-visits.ts";
import { addVisits, forgetMessages } from "../../../src/features/visits/store-visits.ts";
import { VisitBuffer } from "../../../src/features/visits/visit-buffer.ts";
import type { VisitMessage } from "../../../src/features/visits/visit-message.ts";
import { DAY_MS } from "../../../src/ground/core/days.ts";
import { newId } from "../../../src/ground/core/ids.ts";
import { linkBody } from "../../bodies.ts";
import { expectLink } from "../../expectations.ts";
import { countedD1 } from "../../links/counted-d1.ts";
import { post } from "../../requests.ts";
import { type SharedService, useService } from "../../use-service.ts";
import { scaleOf } from "./dollars.ts";
import { type Rows, rowsOf } from "./rows.ts";
import { batchOf, type ScaleTraffic, writesOf } from "./traffic.ts";

/** Days of one month. */
const DAYS = 3;
const FIRST = Date.parse("2025-06-01");
const LINKS = 5;
/** As many visits as fill two messages: 100 kinds each. */
const VISITS = 200;

let service: SharedService;
let linkIds: string[];
beforeAll(async () => {
  service = await useService({}, "acme");
  const key = await service.issueKey();
  linkIds = await Promise.all(
    Array.from(
      { length: LINKS },
      async () => expectLink(await post(service, "/v1/links", linkBody(), key)).id,
    ),
  );
});

/** The messages of an isolate with that many visits at that time, all different. */
async function messagesOf(time: number): Promise<VisitMessage[]> {
  const messages: VisitMessage[] = [];
  const gatherer = new VisitBuffer();
  const { promise: allCame, resolve } = Promise.withResolvers<void>();
  const ports = {
    send: async (message: VisitMessage) => void messages.push(message),
    wait: () => allCame,
    newId: () => newId("vis", new Date(time)),
    report: () => {},
  };
  const visits = Array.from({ length: VISITS }, (_, n) => ({
    ...{ linkId: linkIds[n % LINKS] ?? "", qr: "default", time, head: false, prefetch: false },
    country: String.fromCharCode(65 + (n % 25), 65 + Math.floor(n / 25)),
    userAgent: "Mozilla/5.0 (iPhone) Mobile Safari",
  }));
  const works = visits.map((visit) => gatherer.add(visit)?.(ports));
  resolve();
  await Promise.all(works);
  return messages;
}

test("--scale computes the messages, rows and batches of a real run", async () => {
  const { db, taken } = countedD1(service.env.DB);
  const noon = (day: number) => new Date(FIRST + (day + 0.5) * DAY_MS);
  let messages = 0;
  taken();
  for (let day = 0; day < DAYS; day++) {
    const sent = await messagesOf(noon(day).getTime());
    messages += sent.length;
    await addVisits(db, sent);
  }
  const counted: Rows = { counting: taken().written, months: 0, forgetting: 0 };
  await rollUpVisits({ db, now: () => noon(DAYS + 92) });
  counted.months = taken().written;
  await forgetMessages({ db, due: noon(DAYS + 2) });
  counted.forgetting = taken().written;

  // Each day has one batch, which all links and the project share.
  const traffic: ScaleTraffic = {
    ...{ links: LINKS, visited: LINKS, visits: VISITS * 30, perMessage: 100, linksPerMessage: 1e6 },
    ...{ projects: 1, inMemory: 1, years: 5, kinds: "modest" },
  };
  const month = writesOf(traffic);
  expect(messages).toBe((month.messages / 30) * DAYS);
  expect(batchOf(month.messages)).toBe(1);
  const computed = rowsOf({
    ...month,
    messages,
    dayAdds: DAYS * (LINKS + 1),
    days: DAYS,
  });
  expect(counted).toEqual(computed);
});

test("docs/costs.md: dollars of a billion visits a month", () => {
  const sumOf = (traffic: Partial<ScaleTraffic>) => {
    const { dollars } = scaleOf({
      ...{ links: 1e5, visited: 1e5, visits: 1e9, perMessage: 1, linksPerMessage: 1 },
      ...{ projects: 10, inMemory: 0, years: 5, kinds: "modest" },
      ...traffic,
    });
    return Math.round(Object.values(dollars).reduce((sum, each) => sum + each, 0));
  };
  const few = { visited: 3, perMessage: 100, linksPerMessage: 3, inMemory: 1 };
  const half = { perMessage: 10, linksPerMessage: 2, inMemory: 0.5 };
  expect([few, half, {}].map(sumOf)).toEqual([318, 1_053, 5_169]);
});

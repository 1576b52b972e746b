import { afterAll, test } from "vitest";
import { post } from "../requests.ts";
import { startGtinService } from "../spec/gtin.ts";
import { expectSteadyGrowth, PIECES, repeated } from "./growth.ts";

const { service, key, body, ask } = await startGtinService();
afterAll(() => service.close());
await post(service, "/v1/links", body({ slug: "summer", forwardQuery: true }), { key });

const HOSTS = ["localhost", "unknown.localhost", "id.localhost"];
const usual = () => ask("/summer");
const LENGTH = 3_500;

test.each(HOSTS)("the time of a path on %s grows with its length", async (host) => {
  for (const start of ["/", "/summer"])
    for (const piece of PIECES)
      await expectSteadyGrowth(
        (length) => ask(encodeRaw(`${start}${repeated(piece, length)}x`), { host }),
        LENGTH,
        usual,
      );
});

/** As a client can send it: a request has no spaces and no fragment. */
const encodeRaw = (path: string): string =>
  path.replaceAll(" ", "%20").replaceAll("#", "%23").replaceAll("?", "%3F");

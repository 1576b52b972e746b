import { SERVICE_NAME } from "../core/vocabulary.ts";
import type { AppContext } from "../http/context.ts";
import { isBrowser } from "../short-links/problems.ts";
import { pageResponse, seeOther } from "./layout/answers.ts";
import { PlainPage } from "./layout/layout.tsx";

/**
 * The answer at `/`. A person is led to the dashboard; on a host that is for short links alone, where shoppers type an
 * incomplete address, a page says what the address is for. A program gets the addresses that matter.
 */
export function frontDoor(c: AppContext): Response | Promise<Response> {
  const { api, shortLink } = c.var.origins;
  if (!isBrowser(c.req.raw)) {
    return c.json({
      service: SERVICE_NAME,
      documentation: `${api}/docs`,
      contract: `${api}/openapi.json`,
      links: `${api}/v1/links`,
      health: `${api}/health`,
      dashboard: `${api}/dashboard`,
    });
  }
  const host = new URL(shortLink).host;
  const isForShoppersAlone = host !== new URL(api).host && new URL(c.req.url).host === host;
  if (!isForShoppersAlone) return seeOther("/dashboard");
  return pageResponse(
    <PlainPage title="Almost there">
      <p>
        This address opens shopping links: those in the QR codes on packages, recipes and posters. Scan the
        code again, or type the whole address that is printed beside it.
      </p>
    </PlainPage>,
  );
}

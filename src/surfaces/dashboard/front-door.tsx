import { isBrowser } from "../../features/short-links/problems.ts";
import { SERVICE_NAME } from "../../ground/core/vocabulary.ts";
import type { AppContext } from "../http/context.ts";
import { pageResponse, seeOther } from "./layout/answers.ts";
import { PlainPage } from "./layout/layout.tsx";

/**
 * The response at `/`. People are redirected to the dashboard. On a separate host for short links, where shoppers type an
 * incomplete address, a page explains the address. Programs get the most important URLs as JSON.
 */
export function frontDoor(c: AppContext): Response | Promise<Response> {
  const { api, shortLink } = c.var.dependencies.origins;
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
  const isShortLinkHost = host !== new URL(api).host && new URL(c.req.url).host === host;
  if (!isShortLinkHost) return seeOther("/dashboard");
  return pageResponse(
    <PlainPage title="Almost there">
      <p>
        This site opens the shopping links in QR codes on packages, recipes and posters. Scan the code again,
        or type the whole address printed next to it.
      </p>
    </PlainPage>,
  );
}

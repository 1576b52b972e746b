import { addressUrl } from "../../core/origins.ts";
import { CORRELATION_ID, correlationIdOf } from "../../platform/correlation-id.ts";
import { REDIRECT_HEADERS } from "../../short-links/redirect-response.ts";
import type { ChoiceQuery } from "./answer-choice.ts";
import { hostOf } from "./leadable-offers.ts";

/** The offers that a visitor would see, for programs that draw the choice themselves. */
export function choiceJson({ link, visit, visible, dependencies }: ChoiceQuery): Response {
  const origins = dependencies.origins();
  const url = addressUrl(origins, visit.host, visit.name);
  const query = visit.qr === "" ? "" : `?qr=${visit.qr}`;
  const offers = visible.rows.map(({ offer }) => ({
    key: offer.key,
    label: offer.label,
    url: `${url}/${offer.key}${query}`,
    host: hostOf(offer, origins.shortLink),
  }));
  const data = { ...(link.publicName !== undefined && { publicName: link.publicName }), offers };
  const headers = {
    ...REDIRECT_HEADERS,
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    [CORRELATION_ID]: correlationIdOf(visit.request),
  };
  return Response.json({ data }, { headers });
}

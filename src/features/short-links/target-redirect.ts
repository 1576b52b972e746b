import { type PreparedRedirect, redirectTo } from "./prepared-redirect.ts";
import type { Target } from "./redirect-memory.ts";
import { chooseDestination } from "./shop-choice.ts";
import type { RedirectDependencies } from "./short-link-visit.ts";
import { postalCodeOf } from "./visitor.ts";

/** What a destination depends on, besides the link. */
type TargetSettings = Pick<RedirectDependencies, "origins">;

/** The redirect of a request: by the rules of scans for a QR code. Throws for a destination that no header can carry. */
export const targetRedirect = (
  target: Target,
  request: Request,
  settings: TargetSettings,
): PreparedRedirect => {
  const { scans } = target;
  return scans === undefined || !isScan(request)
    ? visitRedirect(target, request, settings)
    : scanRedirect(target, scans, settings);
};

function visitRedirect(target: Target, request: Request, { origins }: TargetSettings): PreparedRedirect {
  const { destination, stores } = target;
  const chosen = stores ? chooseDestination(destination, stores, postalCodeOf(request)) : destination;
  const location = chosen.startsWith("/") ? origins().shortLink + chosen : chosen;
  // A location that depends on the shopper or on the request's host is built for each request.
  if (location !== destination) return redirectTo(location);
  target.redirect ??= redirectTo(destination);
  return target.redirect;
}

/** QR codes have this parameter, which may arrive in another case or encoded (see short-link-url.ts). Its value may be a removed code. */
const SCAN = /(?:[?&]|%3f|%26)(?:amp;)?qr=/i;

/** Whether a request or a visit comes from a QR code. */
export const isScan = ({ url }: Pick<Request, "url">): boolean => SCAN.test(url);

/** The redirect of a scan of a link that opens something else for scans than for clicks. */
function scanRedirect(target: Target, scans: string, { origins }: TargetSettings): PreparedRedirect {
  // Our own page depends on the request's host.
  if (scans.startsWith("/")) return redirectTo(origins().shortLink + scans);
  target.scanRedirect ??= redirectTo(scans);
  return target.scanRedirect;
}

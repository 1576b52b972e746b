import { isbot } from "isbot";

/** Who came: a person, a robot, or a program that looks ahead for a person (link previews and prefetches). */
export const VISITORS = ["person", "robot", "preview"] as const;
export type Visitor = (typeof VISITORS)[number];

export const DEVICES = ["phone", "tablet", "desktop", "other"] as const;
export type Device = (typeof DEVICES)[number];

/** Where the country is not known; a code that ISO 3166 leaves to its users. */
export const UNKNOWN_COUNTRY = "XX";

/** One answered visit as it is gathered. It lives for a second in memory; what is kept of it is a VisitCount. */
export interface Visit {
  linkId: string;
  /** The QR code that was scanned; empty for none. */
  qr: string;
  /** Milliseconds since 1970. */
  time: number;
  /** Two letters or digits, or anything else where it is not known. */
  country: string | undefined;
  userAgent: string;
  /** Asked for the headers only, as link checkers do. */
  head: boolean;
  /** Asked for ahead of time by a browser. */
  prefetch: boolean;
}

/** How many visits were alike: link, QR code, hour (`2026-11-21T04`, UTC), country, device, visitor, number. */
export type VisitCount = [string, string, string, string, Device, Visitor, number];

/** Sums up visits. No address, cookie or user agent is in the result. */
export function summarize(visits: readonly Visit[]): VisitCount[] {
  const counts = new Map<string, VisitCount>();
  const agents = new Map<string, { robot: boolean; social: boolean; device: Device }>();
  for (const visit of visits) {
    let agent = agents.get(visit.userAgent);
    if (agent === undefined) {
      const { userAgent } = visit;
      agent = {
        robot: isRobot(userAgent),
        social: isSocialPreview(userAgent),
        device: deviceOf(userAgent),
      };
      agents.set(visit.userAgent, agent);
    }
    const preview = visit.prefetch || agent.social;
    const visitor = preview ? "preview" : visit.head || agent.robot ? "robot" : "person";
    const hour = new Date(visit.time).toISOString().slice(0, "2026-11-21T04".length);
    const country = /^[A-Z0-9]{2}$/.test(visit.country ?? "") ? String(visit.country) : UNKNOWN_COUNTRY;
    const device = visitor === "person" ? agent.device : "other";
    const key = [visit.linkId, visit.qr, hour, country, device, visitor].join(" ");
    const known = counts.get(key);
    if (known) known[6]++;
    else counts.set(key, [visit.linkId, visit.qr, hour, country, device, visitor, 1]);
  }
  return [...counts.values()];
}

/** Browsers always name themselves, so whoever does not is a program. */
const isRobot = (userAgent: string): boolean => userAgent === "" || isbot(userAgent);

/** By the words that MDN lists: https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent */
function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|PlayBook|Silk|Kindle|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  if (/Mobi|iPhone|iPod|Windows Phone/i.test(userAgent)) return "phone";
  return /Windows NT|Macintosh|X11|CrOS|Linux/i.test(userAgent) ? "desktop" : "other";
}

/**
 * Programs that fetch a link to show a card of it in a message or post, by the names that their makers publish.
 * An iMessage card is asked for as facebookexternalhit and Twitterbot. In-app browsers of the same makers carry
 * other names (FBAN, LinkedInApp, Pinterest/) and are people.
 */
const SOCIAL_PREVIEW =
  /facebookexternalhit|facebookcatalog|Facebot|meta-externalfetcher|Twitterbot|Slackbot|Slack-ImgProxy|LinkedInBot|^WhatsApp\/|TelegramBot|Discordbot|SkypeUriPreview|Pinterestbot|redditbot|Applebot|Iframely|Embedly|vkShare|Mastodon\/|Bluesky Cardyb|Snap URL Preview|Google-PageRenderer|Viber\/.*preview/i;

/** Whether a link preview is being made. */
export const isSocialPreview = (userAgent: string): boolean => SOCIAL_PREVIEW.test(userAgent);

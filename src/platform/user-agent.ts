import { isbot } from "isbot";

export const DEVICES = ["phone", "tablet", "desktop", "other"] as const;
export type Device = (typeof DEVICES)[number];

/** What a program says of itself. */
export interface UserAgent {
  robot: boolean;
  /** It fetches a link to show a card of it in a message or post. */
  socialPreview: boolean;
  device: Device;
}

/** Real ones have some 200 characters. */
const LONGEST = 512;

/**
 * What was read of late: a few browsers make most visits, and reading one takes as long as the rest of a redirect.
 * It says nothing of who came; it lives as long as the isolate, and is emptied when it is full.
 */
const known = new Map<string, UserAgent>();
const CAPACITY = 1_000;

/** Reads a User-Agent header. Browsers always name themselves, so whoever does not is a robot. */
export function readUserAgent(header: string | null): UserAgent {
  const text = header === null ? "" : header.slice(0, LONGEST);
  let userAgent = known.get(text);
  if (userAgent === undefined) {
    userAgent = {
      robot: text === "" || isbot(text),
      socialPreview: SOCIAL_PREVIEW.test(text),
      device: deviceOf(text),
    };
    if (known.size >= CAPACITY) known.clear();
    known.set(text, userAgent);
  }
  return userAgent;
}

/** By the words that MDN lists: https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent */
function deviceOf(text: string): Device {
  if (/iPad|Tablet|PlayBook|Silk|Kindle|Android(?!.*Mobile)/i.test(text)) return "tablet";
  if (/Mobi|iPhone|iPod|Windows Phone/i.test(text)) return "phone";
  return /Windows NT|Macintosh|X11|CrOS|Linux/i.test(text) ? "desktop" : "other";
}

/**
 * By the names that the makers publish. An iMessage card is asked for as facebookexternalhit and Twitterbot.
 * In-app browsers of the same makers carry other names (FBAN, LinkedInApp, Pinterest/) and are people.
 */
const SOCIAL_PREVIEW =
  /facebookexternalhit|facebookcatalog|Facebot|meta-externalfetcher|Twitterbot|Slackbot|Slack-ImgProxy|LinkedInBot|^WhatsApp\/|TelegramBot|Discordbot|SkypeUriPreview|Pinterestbot|redditbot|Applebot|Iframely|Embedly|vkShare|Mastodon\/|Bluesky Cardyb|Snap URL Preview|Google-PageRenderer|Viber\/.*preview/i;

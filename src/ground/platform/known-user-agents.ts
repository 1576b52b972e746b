/** The kinds of devices that visits are counted by. */
export const DEVICES = ["phone", "tablet", "desktop", "other"] as const;
export type Device = (typeof DEVICES)[number];

/** A parsed User-Agent header. */
export interface UserAgent {
  robot: boolean;
  /** The program fetches a link to show a preview card of it in a message or post. */
  socialPreview: boolean;
  /** An Office program, which requests a link before the browser does. */
  office: boolean;
  device: Device;
  /** Absent for other systems. */
  system?: "ios" | "android" | undefined;
}

/** Real headers have about 200 characters. */
const MAX_LENGTH = 512;

/** The part of a User-Agent header that is read; empty without a header. */
export const userAgentText = (header: string | null): string => (header ?? "").slice(0, MAX_LENGTH);

/**
 * Recently parsed headers: a few browsers make most visits, and parsing one header takes as long as the rest of a
 * redirect. The map contains nothing about individual visitors, lives as long as the isolate, and is cleared when full.
 */
const known = new Map<string, UserAgent>();
const CAPACITY = 1_000;

/** The result for `text`, or undefined if user-agent.ts has not parsed it recently. */
export const knownUserAgent = (text: string): UserAgent | undefined => known.get(text);

/** Caches the result for `text`. */
export function rememberUserAgent(text: string, userAgent: UserAgent): void {
  if (known.size >= CAPACITY) known.clear();
  known.set(text, userAgent);
}

/**
 * The names that the makers publish, in lower case. iMessage fetches its cards as facebookexternalhit and Twitterbot.
 * In-app browsers of the same makers have other names (FBAN, LinkedInApp, Pinterest/); their users are people.
 * Not a pattern, because a new isolate takes 0.4 ms to compile it.
 */
const SOCIAL_PREVIEWS = (
  "facebookexternalhit|facebookcatalog|facebot|meta-externalfetcher|twitterbot|slackbot|slack-imgproxy|linkedinbot|telegrambot|" +
  "discordbot|skypeuripreview|pinterestbot|redditbot|applebot|iframely|embedly|vkshare|mastodon/|bluesky cardyb|snap url preview|" +
  "google-pagerenderer"
).split("|");

/** Whether a program of this name fetches links to show preview cards of them. */
export const isSocialPreview = (text: string): boolean =>
  known.get(text)?.socialPreview ?? isNameOfPreview(text.toLowerCase());

const isNameOfPreview = (name: string): boolean =>
  SOCIAL_PREVIEWS.some((each) => name.includes(each)) ||
  name.startsWith("whatsapp/") ||
  (name.includes("viber/") && name.indexOf("preview", name.indexOf("viber/")) > 0);

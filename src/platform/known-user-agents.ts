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

/** As much of a User-Agent header as is read; empty where there is none. */
export const userAgentText = (header: string | null): string => (header ?? "").slice(0, LONGEST);

/**
 * What was read of late: a few browsers make most visits, and reading one takes as long as the rest of a redirect.
 * It says nothing of who came; it lives as long as the isolate, and is emptied when it is full.
 */
const known = new Map<string, UserAgent>();
const CAPACITY = 1_000;

/** What `text` was read as, or undefined where user-agent.ts has not read it of late. */
export const knownUserAgent = (text: string): UserAgent | undefined => known.get(text);

export function rememberUserAgent(text: string, userAgent: UserAgent): void {
  if (known.size >= CAPACITY) known.clear();
  known.set(text, userAgent);
}

/**
 * By the names that the makers publish. An iMessage card is asked for as facebookexternalhit and Twitterbot.
 * In-app browsers of the same makers carry other names (FBAN, LinkedInApp, Pinterest/) and are people.
 */
const SOCIAL_PREVIEW =
  /facebookexternalhit|facebookcatalog|Facebot|meta-externalfetcher|Twitterbot|Slackbot|Slack-ImgProxy|LinkedInBot|^WhatsApp\/|TelegramBot|Discordbot|SkypeUriPreview|Pinterestbot|redditbot|Applebot|Iframely|Embedly|vkShare|Mastodon\/|Bluesky Cardyb|Snap URL Preview|Google-PageRenderer|Viber\/.*preview/i;

/** Whether a program of this name fetches links to show cards of them. */
export const isSocialPreview = (text: string): boolean =>
  known.get(text)?.socialPreview ?? SOCIAL_PREVIEW.test(text);

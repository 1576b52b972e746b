import { isbot } from "isbot";
import {
  type Device,
  isSocialPreview,
  knownUserAgent,
  rememberUserAgent,
  type UserAgent,
  userAgentText,
} from "./known-user-agents.ts";

/**
 * Parses a User-Agent header. Browsers always send one, so a client without it counts as a robot. This module is loaded
 * only after a response, because the first call in an isolate compiles a pattern of about 200 robots.
 */
export function readUserAgent(header: string | null): UserAgent {
  const text = userAgentText(header);
  let userAgent = knownUserAgent(text);
  if (userAgent === undefined) {
    userAgent = {
      robot: text === "" || (isbot(text) && !FACEBOOK_APP.test(text)),
      socialPreview: isSocialPreview(text),
      office: OFFICE.test(text),
      device: deviceOf(text),
    };
    rememberUserAgent(text, userAgent);
  }
  return userAgent;
}

/** Facebook's own client, which need not name a browser before this. */
const FACEBOOK_APP = /\[FBAN\//;
/** Word, Outlook and their like request a link before they hand it to the browser. */
const OFFICE = /\bms-?office\b|\bmicrosoft office\b/i;

/**
 * Follows MDN's list: https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent. Only browsers,
 * which begin with "Mozilla", leave out "Mobile" on tablets; apps may name Android without it, or once more behind it.
 */
function deviceOf(text: string): Device {
  if (/iPad|Tablet|PlayBook|Kindle/i.test(text)) return "tablet";
  if (/Mobi|iPhone|iPod|Windows Phone/i.test(text)) return "phone";
  if (/Android|Silk/i.test(text)) return text.startsWith("Mozilla/") ? "tablet" : "phone";
  if (FACEBOOK_APP.test(text)) return "phone";
  return /Windows NT|Macintosh|X11|CrOS|Linux/i.test(text) ? "desktop" : "other";
}

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
      robot: text === "" || isbot(text),
      socialPreview: isSocialPreview(text),
      device: deviceOf(text),
    };
    rememberUserAgent(text, userAgent);
  }
  return userAgent;
}

/** Follows MDN's list: https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent */
function deviceOf(text: string): Device {
  if (/iPad|Tablet|PlayBook|Silk|Kindle|Android(?!.*Mobile)/i.test(text)) return "tablet";
  if (/Mobi|iPhone|iPod|Windows Phone/i.test(text)) return "phone";
  return /Windows NT|Macintosh|X11|CrOS|Linux/i.test(text) ? "desktop" : "other";
}

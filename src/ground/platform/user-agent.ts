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
    userAgent = parseUserAgent(text);
    rememberUserAgent(text, userAgent);
  }
  return userAgent;
}

/**
 * Devices follow MDN's list: https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent. Only
 * browsers, which begin with "Mozilla", leave out "Mobile" on tablets; apps may name Android without it, or once more behind it.
 * Safari on an iPad may call itself a Macintosh, and is a desktop then. Facebook's own client need not name a browser. Word,
 * Outlook and their like request a link before they hand it to the browser.
 */
function parseUserAgent(text: string): UserAgent {
  const isFacebook = /\[FBAN\//.test(text);
  // An app on an iPad; a Mac names no "Mobile".
  const isIpad = /iPad/i.test(text) || (text.includes("Macintosh") && text.includes("Mobile/"));
  const deviceOf = (): Device => {
    // "Tablet PC" is a part of Windows.
    if (isIpad || /Tablet(?! PC)|PlayBook|Kindle/i.test(text)) return "tablet";
    if (/Mobi|iPhone|iPod|Windows Phone/i.test(text)) return "phone";
    if (/Android|Silk/i.test(text)) return text.startsWith("Mozilla/") ? "tablet" : "phone";
    if (isFacebook || /Opera Mini|MIDP|J2ME|Symbian|Series ?[3-9]0|BlackBerry|UCWEB/i.test(text))
      return "phone";
    return /Windows NT|Macintosh|X11|CrOS|Linux/i.test(text) ? "desktop" : "other";
  };
  // Windows Phones name both systems.
  const systemOf = (): UserAgent["system"] => {
    if (/Windows/.test(text)) return undefined;
    if (isIpad || /iPhone|iPod/.test(text)) return "ios";
    return /Android|Silk/i.test(text) ? "android" : undefined;
  };
  return {
    robot: text === "" || (isbot(text) && !isFacebook),
    socialPreview: isSocialPreview(text),
    office: /\bms-?office\b|\bmicrosoft office\b/i.test(text),
    device: deviceOf(),
    system: systemOf(),
  };
}

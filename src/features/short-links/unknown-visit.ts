import { userAgentText } from "../../ground/platform/known-user-agents.ts";
import { readUserAgent } from "../../ground/platform/user-agent.ts";
import type { UnknownVisit } from "./short-link-visit.ts";

/** Longer paths are not typing mistakes. */
const MAX_PATH = 100;

/**
 * The path that a person requested, in lower case, without query and final slash; null for robots, the root and
 * long paths.
 */
export function unknownPath({ request }: UnknownVisit): string | null {
  const { method, url, headers } = request;
  if (method !== "GET") return null;
  const [, text = ""] = /^https?:\/\/[^/]+(\/[^?]*)/.exec(url) ?? [];
  const path = text.toLowerCase().replace(/\/+$/, "");
  if (path.length < 2 || path.length > MAX_PATH) return null;
  const { robot, socialPreview, office } = readUserAgent(userAgentText(headers.get("User-Agent")));
  return robot || socialPreview || office ? null : path;
}

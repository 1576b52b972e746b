/** How a host writes the URL that it redirects to; null if it hides it. */
type TargetReader = (url: URL) => string | null;

interface Redirector {
  name: string;
  hosts: RegExp;
  /** The paths that redirect; absent: all. */
  paths?: RegExp;
  target: TargetReader;
}

const parameter =
  (...names: string[]): TargetReader =>
  ({ searchParams }) =>
    names.map((name) => searchParams.get(name)).find((value) => value) ?? null;
const hidden: TargetReader = () => null;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The text of base64 or base64url; null if it is neither. */
function fromBase64(text: string): string | null {
  try {
    const bytes = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** `http-3A__host_a` is `http://host/a`. */
const proofpoint2: TargetReader = ({ searchParams }) => {
  const text = searchParams.get("u");
  return text ? decoded(text.replace(/-/g, "%").replace(/_/g, "/")) : null;
};

const RUN_LENGTHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * `/v3/__URL__;BYTES!…`: each `*` of the URL is a character of the bytes, which are base64; `**X` is a run of them, by X from 2 on.
 */
const proofpoint3: TargetReader = ({ href }) => {
  const start = href.indexOf("/v3/__");
  const end = href.lastIndexOf("__;");
  if (start < 0 || end < start + 6) return null;
  const characters = [...(fromBase64(/^[\w-]*/.exec(href.slice(end + 3))?.[0] ?? "") ?? "")];
  let next = 0;
  const text = href.slice(start + 6, end).replace(/\*(?:\*(.))?/g, (_, run?: string) => {
    const from = next;
    next += run === undefined ? 1 : RUN_LENGTHS.indexOf(run) + 2;
    return characters.slice(from, next).join("");
  });
  // The scanner joins slashes.
  return text.replace(/^(https?):\/(?!\/)/i, "$1://");
};

/** A URL behind a mark in the address, encoded or not. */
const behind =
  (mark: RegExp): TargetReader =>
  ({ href }) => {
    const found = mark.exec(href);
    if (!found) return null;
    const rest = href.slice(found.index + found[0].length);
    return /^https?:\/\//i.test(rest) ? rest : decoded(rest);
  };

/** `/v2/___URL___.TOKEN`, and `/v2/r01/___URL___.TOKEN`. */
const checkPoint: TargetReader = ({ href }) => {
  const [, start, ...rest] = href.split("___");
  return start && rest.length > 0 ? (decoded(start) ?? start) : null;
};

/** `u=a1` and base64. */
const bing: TargetReader = ({ searchParams }) => {
  const text = searchParams.get("u") ?? "";
  return text.startsWith("a1") ? fromBase64(text.slice(2)) : null;
};

/** `…/RU=URL/RK=…` */
const yahoo: TargetReader = ({ pathname }) => decoded(/\/RU=([^/]*)/.exec(pathname)?.[1] ?? "");

/**
 * Scanners of mails, search pages and networks that rewrite the URLs that people copy. Their URLs name who received them, expire or
 * show a warning. Sources: the makers' pages where one is named, else their URLs as public mails and pages have them.
 */
const REDIRECTORS: readonly Redirector[] = [
  // https://learn.microsoft.com/defender-office-365/safe-links-about
  {
    name: "Outlook's Safe Links",
    hosts: /\.safelinks\.protection\.(?:outlook\.com|office365\.us|partner\.outlook\.cn)$/,
    target: parameter("url"),
  },
  {
    name: "Outlook's Safe Links",
    hosts: /^statics\.teams\.(?:cdn\.office\.net|microsoft\.com)$/,
    paths: /safelinks/i,
    target: parameter("url"),
  },
  // https://help.proofpoint.com/Threat_Insight_Dashboard/Concepts/How_do_I_decode_a_rewritten_URL
  {
    name: "Proofpoint",
    hosts: /^urldefense(?:\.proofpoint)?\.(?:com|us)$/,
    paths: /^\/v1\//,
    target: parameter("u"),
  },
  {
    name: "Proofpoint",
    hosts: /^urldefense(?:\.proofpoint)?\.(?:com|us)$/,
    paths: /^\/v2\//,
    target: proofpoint2,
  },
  { name: "Proofpoint", hosts: /^urldefense(?:\.proofpoint)?\.(?:com|us)$/, target: proofpoint3 },
  // https://mimecastsupport.zendesk.com/hc/en-us/articles/34000782363539
  { name: "Mimecast", hosts: /^protect-[a-z]+\.mimecast\.com$|\.mimecastprotect\.com$/, target: hidden },
  // https://campus.barracuda.com/product/emailgatewaydefense/doc/96023012/understanding-link-protection
  { name: "Barracuda", hosts: /^linkprotect\.cudasvc\.com$/, target: parameter("a") },
  // https://www.cisco.com/c/en/us/support/security/email-security-appliance/series.html (URL rewriting, secure-web.cisco.com)
  { name: "Cisco", hosts: /^secure-web\.cisco\.com$/, target: behind(/^https?:\/\/[^/]*\/[^/]*\//) },
  // https://sc1.checkpoint.com/documents/Harmony_Email_and_Collaboration (Click-Time Protection)
  {
    name: "Check Point",
    hosts: /^(?:protect\.checkpoint\.com|url\.avanan\.click)$|\.protect\.checkpoint\.com$/,
    target: checkPoint,
  },
  // https://docs.trellix.com (URL rewriting of Email Security)
  { name: "Trellix", hosts: /^protect\d?\.fireeye\.com$/, target: parameter("u") },
  { name: "Symantec", hosts: /^clicktime\.symantec\.com$/, target: parameter("u") },
  // https://docs.sophos.com/central/customer/help (Time of Click URL Protection)
  {
    name: "Sophos",
    hosts: /\.protection\.sophos\.com$/,
    target: ({ searchParams }) => fromBase64(searchParams.get("u") ?? ""),
  },
  // https://docs.trendmicro.com (Time-of-Click Protection)
  {
    name: "Trend Micro",
    hosts: /\.trendmicro\.com$/,
    paths: /^\/wis\/clicktime\//,
    target: parameter("url"),
  },
  { name: "Trustwave", hosts: /^scanmail\.trustwave\.com$/, target: parameter("u") },
  { name: "Zix", hosts: /^link\.zixcentral\.com$/, target: parameter("u") },
  {
    name: "Inky",
    hosts: /(?:^|\.)inky\.com$|^shared\.outlook\.inky\.com$/,
    paths: /^\/link/,
    target: hidden,
  },
  { name: "Hornetsecurity", hosts: /^atpscan\.global\.hornetsecurity\.com$/, target: hidden },
  { name: "Intermedia", hosts: /^url\.emailprotection\.link$/, target: hidden },
  // Search pages.
  {
    name: "Google",
    hosts: /^(?:www\.)?google(?:\.com?)?(?:\.[a-z]{2,3})?$/,
    paths: /^\/url$/,
    // With both, the target is `url`, and `q` is what was searched.
    target: parameter("url", "q"),
  },
  { name: "Bing", hosts: /^(?:www\.)?bing\.com$/, paths: /^\/ck\/a$/, target: bing },
  { name: "Yahoo", hosts: /^r\.search\.yahoo\.com$/, target: yahoo },
  { name: "DuckDuckGo", hosts: /^(?:www\.)?duckduckgo\.com$/, paths: /^\/l\/?$/, target: parameter("uddg") },
  { name: "Baidu", hosts: /^(?:www\.)?baidu\.com$/, paths: /^\/link$/, target: hidden },
  // Networks and messengers.
  {
    name: "Facebook",
    hosts: /^(?:l|lm|www|m)\.facebook\.com$|^l\.messenger\.com$/,
    paths: /^\/(?:l|flx\/warn)(?:\.php)?\/?$/,
    target: parameter("u"),
  },
  { name: "Instagram", hosts: /^l\.instagram\.com$/, target: parameter("u") },
  { name: "Threads", hosts: /^l\.threads\.(?:com|net)$/, target: parameter("u") },
  { name: "WhatsApp", hosts: /^l\.wl\.co$/, target: parameter("u") },
  {
    name: "LinkedIn",
    hosts: /^(?:www\.)?linkedin\.com$/,
    paths: /^\/(?:redir\/|safety\/go)/,
    target: parameter("url"),
  },
  { name: "Slack", hosts: /^(?:www\.)?slack-redir\.net$/, target: parameter("url") },
  { name: "YouTube", hosts: /^(?:www|m)\.youtube\.com$/, paths: /^\/redirect$/, target: parameter("q") },
  { name: "Reddit", hosts: /^out\.reddit\.com$/, target: parameter("url") },
  {
    name: "Pinterest",
    hosts: /^(?:www\.)?pinterest\.com$/,
    paths: /^\/offsite\/?$/,
    target: parameter("url"),
  },
  { name: "TikTok", hosts: /^(?:www\.)?tiktok\.com$/, paths: /^\/link\/v2/, target: parameter("target") },
  { name: "VK", hosts: /^(?:m\.)?vk\.com$/, paths: /^\/away(?:\.php)?$/, target: parameter("to") },
  { name: "Tumblr", hosts: /^t\.umblr\.com$/, paths: /^\/redirect$/, target: parameter("z") },
  { name: "Skype", hosts: /^urlp\.asm\.skype\.com$/, target: parameter("url") },
];

/** A URL that goes through somebody else's redirect: whose, and where it ends; null if the URL does not say it. */
export interface Redirected {
  name: string;
  target: string | null;
}

/** How many redirects one URL may go through. */
const MAX_STEPS = 5;

/** Whose redirect a URL goes through, and its target, through further ones too; undefined for any other URL. */
export function redirectedBy(url: URL, steps = MAX_STEPS): Redirected | undefined {
  const { hostname, pathname } = url;
  const redirector = REDIRECTORS.find(
    ({ hosts, paths }) => hosts.test(hostname) && (paths === undefined || paths.test(pathname)),
  );
  if (!redirector) return undefined;
  const { name } = redirector;
  const text = redirector.target(url)?.trim() ?? "";
  const target = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!target?.hostname.includes(".")) return { name, target: null };
  const next = redirectedBy(target, steps - 1);
  if (!next) return { name, target: text };
  return steps > 1 ? { name, target: next.target } : { name, target: null };
}

/** The problem of a URL that a link can't store, and what to do; undefined for any other. */
export function redirectorProblem(url: URL): string | undefined {
  const redirected = redirectedBy(url);
  if (!redirected) return undefined;
  const { name, target } = redirected;
  return target === null || target.length > MAX_SHOWN
    ? `is a link of ${name}, which may name its recipient: open it and use the URL that it leads to`
    : `is a link of ${name}, which may name its recipient: use ${target}`;
}

/** The longest URL that a message repeats. */
const MAX_SHOWN = 200;

import { readable } from "../../ground/core/urls.ts";

/** An affiliate network, and where its links take the destination. */
export interface Network {
  name: string;
  /** Its links, without `https://` and their query. */
  links: RegExp;
  sample: string;
  /** The names of the parameter with the encoded destination: the first is used, the others are read. */
  parameters?: readonly [string, ...string[]];
  /** The parameter, or in a path the segment before it, that a network's report names beside each order. */
  subId?: string;
  /** The beginning of a path after which the destination follows, and what is between them if the path ends there. */
  path?: { begin: RegExp; between: string; encoded: boolean };
}

/**
 * The networks by their links. The list of parameters of uBlock Origin (https://github.com/uBlockOrigin/uAssets, "urlskip") agrees
 * with every row; more sources are beside the rows. FMTC's wiki (https://fmtc.atlassian.net/wiki, "Link Structures") has those of `subId`.
 */
export const NETWORKS: readonly Network[] = [
  {
    // https://impact-helpdesk.freshdesk.com/en/support/solutions/articles/48001235417 and, for the hosts, the wiki of FMTC
    // (https://fmtc.atlassian.net/wiki/pages/diffpages.action?originalId=624066566&pageId=628621314). Many brands have their own
    // host, with the same path.
    name: "Impact",
    links:
      /^[^/]+\/[cm]\/\d+\/\d+\/\d+(?:\/|$)|^goto\.(?:walmart|target)\.com\/|\.(?:pxf|sjv)\.io\/|\.(?:evyy|7eer|7tiv|ojrq|eqjw|audw|pvxt|snlv)\.net\//,
    sample: "https://goto.walmart.com/c/1/2/3",
    parameters: ["u"],
    subId: "subId1",
  },
  {
    // https://pubhelp.rakutenadvertising.com/hc/en-us/articles/11459139039373
    name: "Rakuten",
    links: /^click\.linksynergy\.com\/(?:deeplink|link)\/?$/,
    sample: "https://click.linksynergy.com/deeplink?id=1&mid=2",
    parameters: ["murl"],
    subId: "u1",
  },
  {
    // https://success.awin.com/s/article/What-does-an-affiliate-link-look-like
    name: "Awin",
    links: /^(?:www\.)?awin1\.com\/cread\.php$/,
    sample: "https://www.awin1.com/cread.php?awinmid=1&awinaffid=2",
    parameters: ["ued", "p"],
    subId: "clickref",
  },
  {
    // https://fmtc.atlassian.net/wiki/pages/viewpage.action?pageId=681508896. Its `u` is the affiliate's number.
    name: "ShareASale",
    links: /^(?:www\.)?shareasale(?:-analytics)?\.com\/(?:r|u|m-pr)\.cfm$/,
    sample: "https://www.shareasale.com/r.cfm?b=1&u=2&m=3",
    parameters: ["urllink"],
    subId: "afftrack",
  },
  {
    name: "CJ",
    links: /^(?:www\.)?(?:anrdoezrs|dpbolvw|jdoqocy|kqzyfj|tkqlhce)\.(?:net|com)\/click-\d+-\d+\/?$/,
    sample: "https://www.anrdoezrs.net/click-1-2",
    parameters: ["url"],
    subId: "sid",
  },
  {
    // https://github.com/brave/brave-browser/issues/22429
    name: "CJ",
    links:
      /^(?:(?:www\.)?(?:anrdoezrs|dpbolvw|jdoqocy|kqzyfj|tkqlhce)\.(?:net|com)|cj\.dotomi\.com)\/links(?:-t)?\/\d+(?:\/|$)/,
    sample: "https://www.anrdoezrs.net/links/1/type/dlg/",
    path: {
      begin: /^\/links(?:-t)?\/\d+(?:\/type\/[a-z]+)?(?:\/sid\/[^/]*)?(?=\/|$)/,
      between: "/",
      encoded: false,
    },
    subId: "sid",
  },
  {
    // https://docs.fmtc.co/kb/partnerize: the destination comes last.
    name: "Partnerize",
    links: /^(?:[^/]+\.)?prf\.hn\/click\/camref:/,
    sample: "https://prf.hn/click/camref:1",
    path: { begin: /^\/click\/camref:.*?(?=\/destination:|\/?$)/, between: "/destination:", encoded: true },
  },
  {
    // https://developer.sovrn.com/reference/building-monetized-urls
    name: "Sovrn",
    links: /^redirect\.viglink\.com\/?$/,
    sample: "https://redirect.viglink.com/?key=1",
    parameters: ["u"],
  },
  {
    // For its hosts, extensions/amp-skimlinks/0.1/constants.js of https://github.com/ampproject/amphtml.
    name: "Skimlinks",
    links: /^go\.(?:skimresources|redirectingat)\.com\/?$/,
    sample: "https://go.skimresources.com/?id=1",
    parameters: ["url"],
  },
  {
    // https://www.flexoffers.com/new-features/new-deep-linking-url-structure/
    name: "FlexOffers",
    links: /^track\.flexlinks(?:pro)?\.com\/a\.ashx$/,
    sample: "https://track.flexlinkspro.com/a.ashx?foid=1&foc=1&fot=9999&fos=1",
    parameters: ["url"],
  },
  {
    // https://docs.fmtc.co/kb/pepperjam
    name: "Pepperjam",
    links: /^(?:www\.)?(?:gopjn|pjatr|pjtra|pntra|pntrac|pntrs)\.com\/t\//,
    sample: "https://www.pntra.com/t/1",
    parameters: ["url"],
  },
  {
    // https://support.avantlink.com/hc/en-us/articles/208058053
    name: "AvantLink",
    links: /^(?:www\.)?avantlink\.com\/click\.php$/,
    sample: "https://www.avantlink.com/click.php?tt=cl&mi=1&pw=2",
    parameters: ["url"],
  },
  {
    // https://docs.webgains.dev/docs/platform-api-1
    name: "Webgains",
    links: /^track\.webgains\.com\/click\.html$/,
    sample: "https://track.webgains.com/click.html?wgcampaignid=1&wgprogramid=2",
    parameters: ["wgtarget"],
  },
  {
    // https://dev.tradedoubler.com/crossdevice/publisher/
    name: "Tradedoubler",
    links: /^clk\.tradedoubler\.com\/click$/,
    sample: "https://clk.tradedoubler.com/click?p=1&a=2",
    parameters: ["url"],
  },
];

/** The network of a link; undefined for any other URL. */
export const networkOf = ({ hostname, pathname }: Pick<URL, "hostname" | "pathname">): Network | undefined =>
  NETWORKS.find(({ links }) => links.test(hostname + pathname));

/** The destination in the link of a network, as text; undefined for any other URL, and without one. */
export function destinationIn(url: URL): string | undefined {
  const { parameters, path } = networkOf(url) ?? {};
  if (parameters) return [...url.searchParams].find(([name]) => parameters.includes(name.toLowerCase()))?.[1];
  const begin = path?.begin.exec(url.pathname)?.[0];
  if (path === undefined || begin === undefined) return undefined;
  const rest = url.pathname.slice(begin.length);
  if (!rest.startsWith(path.between)) return undefined;
  const text = rest.slice(path.between.length);
  return path.encoded ? readable(text) : text + url.search;
}

import type { Child } from "hono/jsx";
import type { Link } from "../../../features/links/link.ts";
import type { LinkAddress } from "../../../features/links/link-addresses.ts";
import { lineOf } from "../../../features/qr-codes/gtin-code.ts";
import type { ImageFormat } from "../../../features/qr-codes/image-formats.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import type { LinkState } from "../../../ground/core/vocabulary.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import { LinkButton } from "../components/actions.tsx";
import { Copyable } from "../components/facts.tsx";
import { CodeReach } from "../labels/code-reach.tsx";
import { ScheduleLine, StateBadge } from "../labels/schedule.tsx";
import { type CodeImages, codeFileName, printPath } from "../layout/code-images.ts";
import type { Workspace } from "../layout/context.ts";

const KINDS: Record<LinkAddress["kind"], (number: number) => string> = {
  slug: (number) => `Earlier address ${number}`,
  kept: () => "Printed before",
  short_id: () => "The random address",
};

/** The other addresses of a link, with their codes, because each may be printed. */
export const OtherAddresses = ({ path, addresses }: { path: string; addresses: readonly LinkAddress[] }) => {
  const others = addresses.filter(({ current }) => !current);
  if (others.length === 0) return null;
  return (
    <details class="addresses">
      <summary>{others.length === 1 ? "One more address" : `${others.length} more addresses`}</summary>
      <p>They keep redirecting to the same destination.</p>
      {others.map(({ url, kind }, index) => (
        <div class="address">
          <Copyable id={`address-${index + 1}`} label={KINDS[kind](index + 1)} text={url} />
          {kind !== "kept" && <AddressCode path={path} url={url} />}
        </div>
      ))}
    </details>
  );
};

const AddressCode = ({ path, url }: { path: string; url: string }) => {
  const name = url.slice(url.lastIndexOf("/") + 1);
  const image = `${path}/addresses/${name}.svg`;
  return (
    <a href={image} download={`${name}.svg`}>
      <img src={image} alt={`Download the QR code of ${name}`} width="72" height="72" loading="lazy" />
    </a>
  );
};

/** The formats of a code, and what each is for. */
const FORMATS: readonly [ImageFormat, string][] = [
  ["pdf", "for printers"],
  ["svg", "for layouts and the web"],
  ["png", "for screens"],
  ["eps", "if a printer asks for it"],
];

interface ShortLinkProps {
  workspace: Workspace;
  url: string;
  addresses: readonly LinkAddress[];
  link: Link;
  state: LinkState;
  /** The time zone of the organization, and the time. */
  clock: { zone: Zone; now: Date };
  /** The code for print, then the default code if it is another one; empty for a link without codes. */
  codes: readonly QrCode[];
  images: CodeImages;
  /** The sources that its clicks came from, the most used first. */
  sources: readonly string[];
  /** Where it redirects. */
  children: Child;
}

/** The code of a link, its address and what people do with them. */
export const ShortLink = ({
  workspace,
  url,
  addresses,
  link,
  state,
  clock,
  codes,
  images,
  sources,
  children,
}: ShortLinkProps) => {
  const path = `${workspace.base}/links/${link.id}`;
  const [code] = codes;
  const show = `${path}/show${code?.isDefault === false ? `?code=${code.identifier}` : ""}`;
  const { host, pathname } = new URL(url);
  return (
    <section class="sheet short-link" aria-label="Short link and code">
      {code && (
        <div>
          <a href={show} data-command="Show the code full screen" data-key="f">
            <img
              src={images(code, link.projectId, "svg", codeFileName(link, code))}
              alt={`QR code “${code.name}” of this link, full screen`}
              width="200"
              height="200"
            />
          </a>
          <About code={code} url={url} />
        </div>
      )}
      <div>
        <StateBadge state={state} />
        {state === "off" && <span> Shoppers see “This offer has ended”.</span>}
        <ScheduleLine link={link} {...clock} />
        <p class="address-line">
          <code id="short-link">
            {host}
            <wbr />
            {pathname}
          </code>
          <button type="button" class="button plain" data-copy="short-link" data-copy-text={url} hidden>
            Copy
          </button>
          <span class="hidden" role="status" />
        </p>
        <CopyFor url={url} sources={sources} />
        {code && (
          <div class="actions">
            <Download {...{ link, codes, images }} />
            <LinkButton href={printPath(workspace, link, code)} command="Print the code">
              Print
            </LinkButton>
            <LinkButton href={show}>Full screen</LinkButton>
            <a href={`${path}/codes/${code.identifier}`}>Style and logo</a>
          </div>
        )}
        {children}
      </div>
      <OtherAddresses path={path} addresses={addresses} />
    </section>
  );
};

/** The sources that are offered to every link. */
const SOURCES = ["newsletter", "instagram", "facebook", "tiktok", "sms"];
/** The most sources that are offered. */
const MAX_SOURCES = 8;

/** The short link for each place that it is published in, whose clicks are counted apart. */
const CopyFor = ({ url, sources }: Pick<ShortLinkProps, "url" | "sources">) => (
  <details class="drop from-start copy-for">
    <summary>
      Copy for… <span aria-hidden="true">▾</span>
    </summary>
    <div class="panel">
      <p class="quiet">Clicks are counted by their source. Any other word works too.</p>
      <ul>
        {[...new Set([...sources, ...SOURCES])].slice(0, MAX_SOURCES).map((source) => (
          <li>
            <code>?via={source}</code>
            <button type="button" class="button plain small" data-copy-text={`${url}?via=${source}`} hidden>
              Copy
            </button>
            <span class="hidden" role="status" />
          </li>
        ))}
      </ul>
    </div>
  </details>
);

/** The slug or the short id at the end of an address. */
const lastPart = (url: string): string => url.slice(url.lastIndexOf("/") + 1);

/** What a code encodes, if it is not the short link. */
const About = ({ code: { encodedUrl }, url }: { code: QrCode; url: string }) => {
  const line = lineOf(encodedUrl);
  if (line !== null) return <p class="encoded">Till and phone: {line.replace(" ", "\u00a0")}</p>;
  const encoded = lastPart(encodedUrl.replace(/\?.*/, ""));
  return encoded === lastPart(url) ? null : (
    <p class="encoded">
      It contains <bdi>/{encoded}</bdi>
    </p>
  );
};

/** The files of the codes. With two codes, it asks which one, and the stylesheet shows the files of this code. */
const Download = ({ link, codes, images }: Pick<ShortLinkProps, "link" | "codes" | "images">) => (
  <details class="drop from-start">
    <summary class="button primary" data-command="Download the code">
      Download <span aria-hidden="true">▾</span>
    </summary>
    <div class="panel download">
      {codes.length > 1 && <CodeReach />}
      {codes.map((code) => (
        <ul class={code.isDefault ? "for-phone" : "for-till"}>
          {FORMATS.map(([format, purpose]) => (
            <li>
              <a href={images(code, link.projectId, format, codeFileName(link, code))} download="">
                {format.toUpperCase()}
                <span class="hidden"> download</span>
              </a>{" "}
              <small>{purpose}</small>
            </li>
          ))}
        </ul>
      ))}
    </div>
  </details>
);

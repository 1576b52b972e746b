import type { Child } from "hono/jsx";
import { brandOf } from "../../../features/brands/brand.ts";
import { type LinkAddress, linkAddresses } from "../../../features/links/link-addresses.ts";
import { urlText } from "../../../features/links/shown-address.ts";
import { lineOf } from "../../../features/qr-codes/gtin-code.ts";
import type { ImageFormat } from "../../../features/qr-codes/image-formats.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { screenColor } from "../../../ground/core/colors.ts";
import { addressUrl } from "../../../ground/core/origins.ts";
import { LinkButton } from "../components/actions.tsx";
import { CopyIcon } from "../components/copy-icon.tsx";
import { Copyable, CopyButton } from "../components/facts.tsx";
import { CodeReach } from "../labels/code-reach.tsx";
import { ScheduleLine, StateBadge } from "../labels/link-labels.tsx";
import { codeFileName, printPath } from "../layout/code-images.ts";
import { CopyFor } from "./copy-for.tsx";
import type { LinkView } from "./link-view.ts";

const KINDS: Record<LinkAddress["kind"], (number: number) => string> = {
  slug: (number) => `Earlier address ${number}`,
  kept: () => "Printed before",
  short_id: () => "The random address",
};

/** The random address of a link that is shown under another one. */
const AlsoAt = ({ link, origins, shortLink }: LinkView) => {
  const url = addressUrl(origins, link.domain, link.shortId);
  return url === shortLink ? null : (
    <p class="also quiet">
      Also <code>{urlText(url)}</code> <CopyIcon text={url} />
    </p>
  );
};

/** The other addresses of a link, with their codes, because each may be printed. */
const OtherAddresses = ({ link, path, origins, shortLink }: LinkView) => {
  const others = linkAddresses(link, origins).filter(({ url }) => url !== shortLink);
  // The random address alone is below the shown one.
  if (others.length <= 1) return null;
  return (
    <details class="addresses">
      <summary>{others.length} more addresses</summary>
      <p>They keep redirecting to the same destination.</p>
      {others.map(({ url, kind }, index) => (
        <div class="address">
          <Copyable id={`address-${index + 1}`} label={KINDS[kind](index + 1)} text={url} />
          {kind !== "kept" && <AddressCode path={path} name={lastPart(url)} />}
        </div>
      ))}
    </details>
  );
};

const AddressCode = ({ path, name }: { path: string; name: string }) => {
  const image = `${path}/addresses/${name}.svg`;
  return (
    <a href={image} download={`${name}.svg`}>
      <img src={image} alt={`Download the QR code of ${name}`} width="72" height="72" loading="lazy" />
    </a>
  );
};

const FORMATS: readonly [ImageFormat, string][] = [
  ["pdf", "for printers"],
  ["svg", "for layouts and the web"],
  ["png", "for screens"],
  ["eps", "if a printer asks for it"],
];

/** Its children on the color of the brand. */
const Stage = ({ project, children }: LinkView & { children: Child }) => {
  const accent = brandOf(project)?.accent;
  return (
    <div class="stage">
      {accent !== undefined && (
        <svg aria-hidden="true">
          <rect width="100%" height="100%" fill={screenColor(accent)} />
        </svg>
      )}
      <div>{children}</div>
    </div>
  );
};

/** The code of a link, its address and what people do with them. `children` say where it redirects. */
export const ShortLink = (view: LinkView & { children: Child }) => {
  const { workspace, link, path, destination, zone, now, ownCodes, images, shortLink, children } = view;
  const [code] = ownCodes;
  const show = `${path}/show${code?.isDefault === false ? `?code=${code.identifier}` : ""}`;
  const text = urlText(shortLink);
  const pathAt = text.indexOf("/");
  return (
    <section class="sheet short-link" aria-label="Short link and code">
      {code && (
        <Stage {...view}>
          <a href={show} data-command="Show the code full screen" data-key="f">
            <img
              src={images(code, link.projectId, "svg", codeFileName(link, code))}
              alt={`QR code “${code.name}” of this link, full screen`}
              width="240"
              height="240"
            />
          </a>
          <About code={code} url={shortLink} />
        </Stage>
      )}
      <div class="about-link">
        <StateBadge state={destination.state} />
        {destination.state === "off" && <span> Shoppers see “This offer has ended”.</span>}
        <ScheduleLine link={link} zone={zone} now={now} />
        <div class="address-line">
          <code id="short-link">
            {text.slice(0, pathAt)}
            <wbr />
            {text.slice(pathAt)}
          </code>
          <CopyButton of="short-link" text={shortLink} />
          <CopyFor {...view} />
        </div>
        <AlsoAt {...view} />
        {code && (
          <div class="actions">
            <Download {...view} />
            <LinkButton href={printPath(workspace, link, code)} command="Print the code">
              Print
            </LinkButton>
            <LinkButton href={show}>Full screen</LinkButton>
            <a href={`${path}/codes/${code.identifier}`}>Style and logo</a>
          </div>
        )}
        {children}
      </div>
      <OtherAddresses {...view} />
    </section>
  );
};

/** The slug or the short id at the end of an address. */
const lastPart = (url: string): string => url.slice(url.lastIndexOf("/") + 1);

/** What a code encodes, if it is not the short link. */
const About = ({ code: { encodedUrl }, url }: { code: QrCode; url: string }) => {
  const line = lineOf(encodedUrl);
  if (line !== null) return <p class="encoded">Till and phone: {line.replace(" ", "\u00a0")}</p>;
  const encoded = urlText(encodedUrl);
  return encoded === urlText(url) ? null : (
    <p class="encoded">
      It contains <bdi>{encoded.slice(encoded.indexOf("/"))}</bdi>
    </p>
  );
};

/** The files of the codes. With two codes, it asks which one, and the stylesheet shows the files of this code. */
const Download = ({ link, ownCodes, images }: LinkView) => (
  <details class="drop from-start">
    <summary class="button primary" data-command="Download the code">
      Download <span aria-hidden="true">▾</span>
    </summary>
    <div class="panel download">
      {ownCodes.length > 1 && <CodeReach />}
      {ownCodes.map((code) => (
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

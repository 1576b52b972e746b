import type { Link } from "../../../features/links/link.ts";
import type { LinkAddress } from "../../../features/links/link-addresses.ts";
import type { ImageFormat } from "../../../features/qr-codes/image-formats.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import type { LinkState } from "../../../ground/core/vocabulary.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import { Copyable } from "../components/facts.tsx";
import { ScheduleLine, StateBadge } from "../labels/schedule.tsx";
import { type CodeImages, codeFileName, printPath } from "../layout/code-images.ts";
import type { Place } from "../layout/context.ts";

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

/** The formats of a code besides PDF, which most printers accept. */
const OTHER_FILES = ["svg", "png", "eps"] as const;

/** The short link and the code of a link. */
export const ShortLink = ({
  place,
  url,
  addresses,
  link,
  state,
  clock,
  qrCode,
  images,
}: {
  place: Place;
  url: string;
  addresses: readonly LinkAddress[];
  link: Link;
  state: LinkState;
  /** The time zone of the organization, and the time. */
  clock: { zone: Zone; now: Date };
  qrCode: QrCode | null;
  images: CodeImages;
}) => (
  <section class="sheet short-link">
    <div>
      <h2>
        Short link <StateBadge state={state} />
      </h2>
      <Copyable id="short-link" label="Address" text={url} />
      {state === "off" && <p>Shoppers see “This offer has ended”.</p>}
      <ScheduleLine link={link} {...clock} />
    </div>
    {qrCode && <Code {...{ place, url, link, qrCode, images }} />}
    <OtherAddresses path={`${place.base}/links/${link.id}`} addresses={addresses} />
  </section>
);

/** The slug or the short id at the end of an address. */
const lastPart = (url: string): string => url.slice(url.lastIndexOf("/") + 1);

const Code = ({
  place,
  url,
  link,
  qrCode,
  images,
}: {
  place: Place;
  url: string;
  link: Link;
  qrCode: QrCode;
  images: CodeImages;
}) => {
  const show = `${place.base}/links/${link.id}/show`;
  const encoded = lastPart(qrCode.encodedUrl.replace(/\?.*/, ""));
  const image = (format: ImageFormat) => images(qrCode, link.projectId, format, codeFileName(link, qrCode));
  return (
    <div class="code-of-link">
      <a href={show} data-command="Show the code full screen" data-key="f">
        <img
          src={image("svg")}
          alt={`QR code “${qrCode.name}” of this link, full screen`}
          width="160"
          height="160"
        />
      </a>
      <p>
        <small>
          <a href={show}>Full screen</a>
          <a href={printPath(place, qrCode)} data-command="Print the code">
            Print
          </a>
        </small>
        <small>
          <a href={`${place.base}/links/${link.id}/codes/${qrCode.identifier}`}>Style and logo</a>
        </small>
        <a href={image("pdf")} download="">
          Download PDF
        </a>
        <small>
          {OTHER_FILES.map((format) => (
            <a href={image(format)} download="">
              {format.toUpperCase()}
              <span class="hidden"> download</span>
            </a>
          ))}
        </small>
        {encoded !== lastPart(url) && (
          <span class="encoded">
            It contains <bdi>/{encoded}</bdi>
          </span>
        )}
      </p>
    </div>
  );
};

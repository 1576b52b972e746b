import type { Link } from "../../links/link.ts";
import { count } from "../charts/numbers.ts";
import { stylesheet } from "../layout/assets.ts";
import { Document } from "../layout/layout.tsx";
import css from "./show-code.css";

const SHOW_CODE_STYLE = stylesheet(css);

/** Where a list goes on from a link: addresses, and the link's number among those that have a code. */
export interface Neighbours {
  previous: string | null;
  next: string | null;
  number: number;
  of: number;
}

/** A code as large as the screen, on white also in the dark, with what a person types who cannot scan it. */
export const ShowCodePage = ({
  link,
  image,
  live,
  close,
  shortLink,
  neighbours,
  scans,
}: {
  link: Link;
  /** The path of the code's image. */
  image: string;
  /** Where the scans of today are told. */
  live: string;
  close: string;
  shortLink: string;
  neighbours: Neighbours | null;
  /** People who came by a code of the link today. */
  scans: number;
}) => {
  const name = link.publicName ?? link.name;
  return (
    <Document title={`${name} · code`} scripts={["showCode"]} styles={[SHOW_CODE_STYLE]} installable>
      <main class="show-code" id="content">
        <p class="top">
          <a href={close} data-key="Escape">
            Close
          </a>
          {neighbours && (
            <span>
              {neighbours.number} of {neighbours.of}
            </span>
          )}
        </p>
        <img src={image} alt={`QR code of ${name}`} />
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p class="address">{shortLink.replace(/^https?:\/\//, "")}</p>
        {link.status === "inactive" && <p class="off">This link is off: whoever scans it is led nowhere.</p>}
        <p class="live" role="status" data-scans={String(scans)} data-url={live}>
          {count(scans)} {scans === 1 ? "scan" : "scans"} today
        </p>
        <p class="hint">Turn the brightness of this screen up.</p>
        {neighbours && (
          <nav aria-label="Codes of the list">
            {neighbours.previous && (
              <a href={neighbours.previous} rel="prev" data-key="ArrowLeft">
                Previous
              </a>
            )}
            {neighbours.next && (
              <a href={neighbours.next} rel="next" data-key="ArrowRight">
                Next
              </a>
            )}
          </nav>
        )}
      </main>
    </Document>
  );
};

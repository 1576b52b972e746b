import type { Child } from "hono/jsx";
import type { Link } from "../../../features/links/link.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { Badge, Copyable, Facts, Time } from "../components/facts.tsx";

const HINTS: readonly Child[] = [
  "Send the printer a PDF, EPS or SVG: they stay sharp at any size. A PNG doesn't.",
  "In PDF and EPS, colors given as inks keep these values. Screens, SVG and PNG show them in RGB; logos and pictures are always RGB.",
  "Print dark on light, at least 2 cm wide. A good width is a tenth of the scanning distance.",
  "Leave four empty modules on each side, free of text and borders.",
  "Use level H where a logo, a fold or dirt covers modules.",
  "Before a large run, scan a printed proof with several phones, in the light of the place.",
];

/** Advice before a code is printed. */
export const Hints = () => (
  <section class="section">
    <h2>Before you print</h2>
    <div class="sheet">
      <ul class="hints">
        {HINTS.map((hint) => (
          <li>{hint}</li>
        ))}
      </ul>
    </div>
  </section>
);

/** A code's URL, link and metadata. */
export const About = ({ link, linkPath, code }: { link: Link; linkPath: string; code: QrCode }) => (
  <section class="section">
    <h2>About this code</h2>
    <div class="sheet">
      <Copyable id="encoded-url" label="Encoded URL" text={code.encodedUrl} />
      <Facts
        facts={[
          [
            "Link",
            <>
              <a href={linkPath}>
                <bdi>{link.name}</bdi>
              </a>{" "}
              {link.status === "inactive" && <Badge kind="quiet">Off</Badge>}
            </>,
          ],
          ["Identifier", <code>{code.identifier}</code>],
          ["Created", <Time at={code.createdAt} />],
        ]}
      />
      {code.metadata && (
        <details>
          <summary>Metadata</summary>
          <section class="code" tabindex={0} aria-label="Metadata">
            {JSON.stringify(code.metadata, null, 2)}
          </section>
        </details>
      )}
    </div>
  </section>
);

import type { Child } from "hono/jsx";
import type { Link } from "../../links/link.ts";
import type { QrCode } from "../../qr-codes/qr-code.ts";
import { Badge, Copyable, Facts, Time } from "../components/facts.tsx";

const HINTS: readonly Child[] = [
  "Give the printer PDF, EPS or SVG: they stay sharp at any size. A PNG does not.",
  "Print dark on light, at least 2 cm wide. A tenth of the distance from which it is read is a good width.",
  "Leave four empty modules on each side, and let no text or border reach into them.",
  "Take level H where a logo, a fold or dirt covers modules.",
  "Before a large run, scan a proof with several phones, in the light of the place. Only the print itself can be judged.",
];

/** What to see to before a code is printed. */
export const Hints = () => (
  <section class="section">
    <h2>Before it is printed</h2>
    <div class="sheet">
      <ul class="hints">
        {HINTS.map((hint) => (
          <li>{hint}</li>
        ))}
      </ul>
    </div>
  </section>
);

/** What a code is, and of which link. */
export const About = ({ link, linkPath, code }: { link: Link; linkPath: string; code: QrCode }) => (
  <section class="section">
    <h2>What it is</h2>
    <div class="sheet">
      <Copyable id="encoded-url" label="Encoded address" text={code.encodedUrl} />
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

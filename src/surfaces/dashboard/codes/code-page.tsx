import type { Child } from "hono/jsx";
import { hasScope } from "../../../features/access/actor.ts";
import { mayManageProjects } from "../../../features/access/permissions.ts";
import type { Link } from "../../../features/links/link.ts";
import { levelsFor, symbolSide } from "../../../features/qr-codes/capacities.ts";
import { CHANGE_QR_CODE_SCOPE } from "../../../features/qr-codes/change-qr-code.ts";
import { contrastOf } from "../../../features/qr-codes/contrast.ts";
import { lineOf } from "../../../features/qr-codes/gtin-code.ts";
import { QUIET_ZONE } from "../../../features/qr-codes/image-formats.ts";
import { distanceFor } from "../../../features/qr-codes/print-layout.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { MIN_MODULE } from "../../../ground/core/gtin.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Badge, Copyable, Facts, Time } from "../components/facts.tsx";
import { Done, Notice } from "../components/notice.tsx";
import { codeFileName, printPath } from "../layout/code-images.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { AddLogoForm } from "./add-logo.tsx";
import { CODES_STYLE } from "./codes-style.ts";
import { Downloads } from "./downloads.tsx";
import { type DrawingQuery, type Drawn, drawingText } from "./drawing.ts";
import { DrawingFields } from "./drawing-fields.tsx";
import { Rename } from "./rename-code.tsx";
import { isUnsaved, SaveStyle } from "./save-style.tsx";
import { CodeView, VIEWS, type View } from "./scenes.tsx";
import { type CodeBrand, StyleFields } from "./style-fields.tsx";

interface CodePageProps {
  workspace: Workspace;
  link: Link;
  code: QrCode;
  query: DrawingQuery;
  view: View;
  brand: CodeBrand;
  c: DashboardContext;
}

const MESSAGES = { "style-saved": "The style was saved.", renamed: "The code was renamed." };

/** The studio of one code: the picture stays in view with saving and downloads, beside the style. */
export const CodePage = (props: CodePageProps) => {
  const { workspace, link, code, query, view, brand, c } = props;
  const linkPath = `${workspace.base}/links/${link.id}`;
  const path = `${linkPath}/codes/${code.identifier}`;
  const canChange = hasScope(workspace.actor, CHANGE_QR_CODE_SCOPE);
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={`${link.name}: ${code.name}`}
      heading={<bdi>{link.name}</bdi>}
      scripts={["copy", "drawing", "logo"]}
      styles={[CODES_STYLE]}
      actions={
        <Actions>
          <LinkButton href={printPath(workspace, link, code)} command="Print this code">
            Print
          </LinkButton>
          <LinkButton href={linkPath} command="Back to the link">
            Back to the link
          </LinkButton>
        </Actions>
      }
    >
      <Done c={c} messages={MESSAGES} />
      <div class="studio">
        <section class="sheet" id="drawing">
          <h2>
            <bdi>{code.name}</bdi>
          </h2>
          {canChange && <Rename action={`${linkPath}/rename-code/${code.identifier}`} name={code.name} />}
          <Views path={path} query={query} view={view} />
          <Result code={code} name={codeFileName(link, code)} query={query} view={view}>
            {canChange && (
              <SaveStyle
                action={`${linkPath}/style-code/${code.identifier}`}
                style={query.style}
                isUnsaved={isUnsaved(query.typed)}
              />
            )}
          </Result>
        </section>
        <section class="sheet" aria-labelledby="options">
          <h2 id="options">Style and size</h2>
          <form method="get" action={path} class="form" data-live="drawing">
            {view !== "code" && <input type="hidden" name="view" value={view} />}
            <StyleFields
              query={query}
              brand={brand}
              brandColor={`${path}?${drawingText(withColor(query.typed, brand.accent))}`}
            />
            <DrawingFields
              query={query}
              levels={levelsFor([code.encodedUrl])}
              line={lineOf(code.encodedUrl)}
            />
            <Actions>
              <Button emphasis="plain">Show</Button>
              {query.typed.size > 0 && <a href={path}>Reset</a>}
            </Actions>
          </form>
          {brand.logo === undefined && mayManageProjects(workspace.actor) && (
            <AddLogoForm action={`${linkPath}/add-logo/${code.identifier}`} />
          )}
        </section>
      </div>
      <Hints />
      <About link={link} linkPath={linkPath} code={code} />
    </Screen>
  );
};

function withColor(typed: URLSearchParams, color = ""): URLSearchParams {
  const changed = new URLSearchParams(typed);
  changed.set("color", color);
  return changed;
}

/** Links to the other views of the code, with the same options. */
const Views = ({ path, query, view }: { path: string; query: DrawingQuery; view: View }) => (
  <nav class="tabs" aria-label="Views">
    {Object.entries(VIEWS).map(([name, label]) => (
      <a
        href={`${path}?${drawingText(query.typed, name === "code" ? [] : [["view", name]])}`}
        aria-current={name === view ? "page" : undefined}
      >
        {label}
      </a>
    ))}
  </nav>
);

interface ResultProps {
  code: QrCode;
  /** The name of its files. */
  name: string;
  query: DrawingQuery;
  view: View;
  /** What saves the style. */
  children: Child;
}

/** The preview and the downloads. With a problem, the last valid preview stays. */
const Result = ({ code, name, query: { drawn, lastGood }, view, children }: ResultProps) => (
  <>
    <div data-last-good="">{lastGood && <CodeView {...{ code, name, view }} drawn={lastGood} />}</div>
    {drawn ? (
      <>
        {children}
        <Downloads code={code} name={name} drawn={drawn} />
        <PrintFacts code={code} drawn={drawn} />
      </>
    ) : (
      <Notice kind="problem">Fix the marked field. The picture shows the last valid style.</Notice>
    )}
  </>
);

const PrintFacts = ({ code: { encodedUrl }, drawn }: { code: QrCode; drawn: Drawn }): Child => {
  const { size } = drawn;
  const { level, quietZone } = drawn.options;
  const { ratio, least } = contrastOf(drawn.options);
  const distance = distanceFor({ encodedUrl, level, quietZone, size });
  const module = size / ((symbolSide(encodedUrl, level) ?? 0) + 2 * quietZone);
  return (
    <>
      <p role="status">
        Printed {size} mm wide, read from up to about {distanceText(distance ?? 0)}. The contrast of the
        colors is {Math.floor(ratio * 10) / 10} to 1; {Math.ceil(least * 10) / 10} to 1 is needed.
      </p>
      {lineOf(encodedUrl) !== null && module < MIN_MODULE && (
        <Notice kind="warn">
          Its modules are {Math.floor(module * 1000) / 1000} mm wide. GS1 asks for at least {MIN_MODULE} mm,
          so tills may not read it. Make it wider.
        </Notice>
      )}
      {quietZone < QUIET_ZONE.default && (
        <Notice kind="note">
          The quiet zone is narrow: keep the surroundings empty and as light as the background.
        </Notice>
      )}
    </>
  );
};

/** A distance for people, rounded down to promise nothing. */
function distanceText(millimeters: number): string {
  const tenths = Math.floor(millimeters / 100);
  return tenths < 10 ? `${tenths * 10} cm` : `${tenths / 10} m`;
}

const HINTS: readonly Child[] = [
  "Send the printer a PDF, EPS or SVG: they stay sharp at any size. A PNG doesn't.",
  "In PDF and EPS, colors given as inks keep these values. Screens, SVG and PNG show them in RGB; logos and pictures are always RGB.",
  "Print dark on light, at least 2 cm wide. A good width is a tenth of the scanning distance.",
  "Leave four empty modules on each side, free of text and borders.",
  "Use level H where a logo, a fold or dirt covers modules.",
  "Before a large run, scan a printed proof with several phones, in the light of the place.",
];

/** Advice before a code is printed. */
const Hints = () => (
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
const About = ({ link, linkPath, code }: { link: Link; linkPath: string; code: QrCode }) => (
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

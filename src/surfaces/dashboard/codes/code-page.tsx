import type { Child } from "hono/jsx";
import { hasScope } from "../../../features/access/actor.ts";
import { mayManageProjects } from "../../../features/access/permissions.ts";
import { CHANGE_QR_CODE_SCOPE } from "../../../features/access/scopes.ts";
import { brandOf, isDrawn } from "../../../features/brands/brand.ts";
import { logoPath } from "../../../features/brands/logo-path.ts";
import { getLink } from "../../../features/links/get-link.ts";
import type { Link } from "../../../features/links/link.ts";
import { levelsFor } from "../../../features/qr-codes/capacities.ts";
import { getQrCode } from "../../../features/qr-codes/get-qr-codes.ts";
import { lineOf } from "../../../features/qr-codes/gtin-code.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { codeStyleOf } from "../../../features/qr-codes/resolve-style.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { BackLink } from "../components/back-link.tsx";
import { Badge } from "../components/badge.tsx";
import { Copyable, Facts, FoldedJson, Time } from "../components/facts.tsx";
import { Done } from "../components/notice.tsx";
import { pageResponse } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import { codeFileName, printPath } from "../layout/code-images.ts";
import type { DashboardContext } from "../layout/context.ts";
import { searchOf } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { linkIdIn, linkPathIn } from "../layout/link-of-path.ts";
import { AddLogoForm, Rename, SaveStyle } from "./code-forms.tsx";
import css from "./codes.css";
import { type DrawingQuery, drawingQuery, drawingText } from "./drawing.ts";
import { DrawingFields } from "./drawing-fields.tsx";
import { Result, VIEWS, type View, viewIn } from "./drawn-code.tsx";
import { StyleFields } from "./style-fields.tsx";

const STYLE = stylesheet(css);

const MESSAGES = { "style-saved": "The style was saved.", renamed: "The code was renamed." };

/** The studio of one code: the picture stays in view with saving and downloads, beside the style. The URL holds it. */
export async function showStudio(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const input = { linkId: linkIdIn(c), identifier: c.req.param("identifier") ?? "" };
  const [{ link }, code] = await Promise.all([
    getLink(workspace.actor, input.linkId, dependencies),
    getQrCode(workspace.actor, input, dependencies),
  ]);
  const project = await dependencies.projects.find(link.organizationId, link.projectId);
  const { accent, logo } = brandOf(project) ?? {};
  const query = drawingQuery(searchOf(c), {
    encodedUrl: code.encodedUrl,
    saved: code.style ?? codeStyleOf(project),
    hasLogo: isDrawn(logo),
  });
  const brand = { accent, logo: logo !== undefined && isDrawn(logo) ? logoPath(logo) : undefined };
  const { view = "code" } = viewIn(c);
  const linkPath = linkPathIn(c);
  const path = `${linkPath}/codes/${code.identifier}`;
  const canChange = hasScope(workspace.actor, CHANGE_QR_CODE_SCOPE);
  return pageResponse(
    <Screen
      workspace={workspace}
      tab="Links"
      title={`${link.name}: ${code.name}`}
      heading={<bdi>{link.name}</bdi>}
      scripts={["copy", "drawing", "logo"]}
      styles={[STYLE]}
      actions={
        <Actions>
          <BackLink href={linkPath}>Back to the link</BackLink>
          <LinkButton href={printPath(workspace, link, code)} command="Print this code">
            Print
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
          <Result {...{ code, query, view }} name={codeFileName(link, code)}>
            {canChange && (
              <SaveStyle
                action={`${linkPath}/style-code/${code.identifier}`}
                style={query.style}
                typed={query.typed}
              />
            )}
          </Result>
        </section>
        <section class="sheet" aria-labelledby="options">
          <h2 id="options">Style and size</h2>
          <form method="get" action={path} class="form" data-live="drawing" autocomplete="off">
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
    </Screen>,
    query.drawn ? 200 : 400,
  );
}

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

const HINTS: readonly Child[] = [
  "Send the printer a PDF, EPS or SVG: they stay sharp at any size. A PNG doesn't.",
  "In PDF and EPS, colors given as inks keep these values. Screens, SVG and PNG show them in RGB; logos and pictures are always RGB.",
  "Print dark on light, at least 2 cm wide. A good width is a tenth of the scanning distance.",
  "Leave four empty modules on each side, free of text and borders.",
  "Use level H where a logo, a fold or dirt covers modules.",
  "Before a large run, scan a printed proof with several phones, in the light of the place.",
];

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
          ["Name in its address", <code>{code.identifier}</code>],
          ["Created", <Time at={code.createdAt} />],
        ]}
      />
      {code.metadata && <FoldedJson label="Metadata" value={code.metadata} />}
    </div>
  </section>
);

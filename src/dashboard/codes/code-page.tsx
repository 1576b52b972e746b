import type { Child } from "hono/jsx";
import { hasScope } from "../../access/actor.ts";
import { qrCodeId } from "../../core/ids.ts";
import type { Link } from "../../links/link.ts";
import { CHANGE_QR_CODE_SCOPE } from "../../qr-codes/change-qr-code.ts";
import { contrastOf } from "../../qr-codes/contrast.ts";
import { levelsFor } from "../../qr-codes/encodable.ts";
import { QUIET_ZONE } from "../../qr-codes/image-formats.ts";
import { distanceFor } from "../../qr-codes/print-size.ts";
import type { QrCode } from "../../qr-codes/qr-code.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { codeFileName, imagePath } from "../layout/code-images.ts";
import type { Place } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { About, Hints } from "./code-facts.tsx";
import { CODES_STYLE } from "./codes-style.ts";
import { Downloads } from "./downloads.tsx";
import { type DrawingQuery, type Drawn, drawingText } from "./drawing.ts";
import { DrawingFields } from "./drawing-fields.tsx";
import { HiddenStyle } from "./save-style.tsx";
import { PhoneView, PREVIEW, Scene, VIEWS, type View } from "./scenes.tsx";
import { StyleFields } from "./style-fields.tsx";

/** The studio of one code: preview, style and downloads. */
export const CodePage = ({
  place,
  link,
  code,
  query,
  view,
  brand,
  done,
}: {
  place: Place;
  link: Link;
  code: QrCode;
  query: DrawingQuery;
  view: View;
  /** The brand of the link's project. */
  brand: { accent: string | undefined; hasLogo: boolean };
  /** Whether the style was just saved. */
  done: boolean;
}) => {
  const linkPath = `${place.base}/links/${link.id}`;
  const path = `${linkPath}/codes/${code.identifier}`;
  const own: [string, string][] = [["code", qrCodeId(link.id, code.identifier)]];
  return (
    <Screen
      place={place}
      here="Links"
      title={`${link.name}: ${code.name}`}
      heading={<bdi>{link.name}</bdi>}
      scripts={["copy", "drawing"]}
      styles={[CODES_STYLE]}
      actions={
        <Actions>
          {hasScope(place.actor, CHANGE_QR_CODE_SCOPE) && (
            <LinkButton href={`${linkPath}/rename-code/${code.identifier}`} command="Rename this code">
              Rename
            </LinkButton>
          )}
          <LinkButton href={linkPath} command="Open the link of this code">
            Open its link
          </LinkButton>
        </Actions>
      }
    >
      {done && <Notice kind="done">The style was saved.</Notice>}
      <div class="studio">
        <section class="sheet" id="drawing">
          <h2>
            <bdi>{code.name}</bdi>
          </h2>
          <Views path={path} query={query} view={view} />
          {query.drawn ? (
            <Result
              code={code}
              name={codeFileName(link, code)}
              drawn={query.drawn}
              view={view}
              save={
                hasScope(place.actor, CHANGE_QR_CODE_SCOPE) ? (
                  <Form action={`${linkPath}/style-code/${code.identifier}`}>
                    <HiddenStyle style={query.style} />
                    <Actions>
                      <Button emphasis="plain" name="for" value="code">
                        Save for this code
                      </Button>
                      <Button emphasis="plain" name="for" value="project">
                        Save for this project
                      </Button>
                    </Actions>
                  </Form>
                ) : null
              }
              sheet={`${place.base}/codes/sheet?${drawingText(query.typed, own)}`}
            />
          ) : (
            <Notice kind="problem">
              There is nothing to download yet: a code drawn like this may not be read. What to change stands
              beside its field.
            </Notice>
          )}
        </section>
        <section class="sheet" aria-labelledby="options">
          <h2 id="options">Style and size</h2>
          <form method="get" action={path} class="form" data-live="drawing">
            {view !== "code" && <input type="hidden" name="view" value={view} />}
            {brand.accent !== undefined && (
              <p class="hint">
                The brand's color is <code>{brand.accent}</code>{" "}
                <span class="swatch">
                  <svg viewBox="0 0 1 1" width="16" height="16" aria-hidden="true">
                    <rect width="1" height="1" fill={brand.accent} />
                  </svg>
                </span>
                {": "}
                <a href={`${path}?${drawingText(new URLSearchParams({ color: brand.accent }))}`}>use it</a>.
              </p>
            )}
            <StyleFields query={query} hasLogo={brand.hasLogo} />
            <DrawingFields query={query} usual={query.style} levels={levelsFor([code.encodedUrl])} />
            <Actions>
              <Button emphasis="plain">Show</Button>
              {query.typed.size > 0 && <a href={path}>Reset</a>}
            </Actions>
          </form>
        </section>
      </div>
      <Hints />
      <About link={link} linkPath={linkPath} code={code} />
    </Screen>
  );
};

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

const Result = ({
  code,
  name,
  drawn,
  sheet,
  view,
  save,
}: {
  code: QrCode;
  /** The name of its files. */
  name: string;
  drawn: Drawn;
  sheet: string;
  view: View;
  save: Child;
}) => {
  const { level, quietZone, color, background } = drawn.options;
  const { ratio, least } = contrastOf(color, background);
  const { size } = drawn;
  const distance = distanceFor({ encodedUrl: code.encodedUrl, level, quietZone, size });
  return (
    <>
      {view === "code" ? (
        <img
          class="preview"
          src={imagePath(code, "svg", drawn.options, name)}
          alt={`QR code “${code.name}”`}
          width={PREVIEW}
        />
      ) : (
        <Scene code={code} drawn={drawn} size={size} view={view} />
      )}
      {distance !== null && <PhoneView code={code} drawn={drawn} size={size} distance={distance} />}
      <p role="status">
        Printed {size} mm wide, read from up to about {distanceText(distance ?? 0)}. The contrast of the
        colors is {Math.floor(ratio * 10) / 10} to 1; {Math.ceil(least * 10) / 10} to 1 is needed.
      </p>
      {quietZone < QUIET_ZONE.default && (
        <Notice kind="note">
          The quiet zone is narrow: keep the surroundings empty and as light as the background.
        </Notice>
      )}
      {save}
      <Downloads code={code} name={name} drawn={drawn} />
      <LinkButton href={sheet} command="Open the print sheet">
        Print sheet
      </LinkButton>
    </>
  );
};

/** A distance for people, rounded down to promise nothing. */
function distanceText(millimeters: number): string {
  const tenths = Math.floor(millimeters / 100);
  return tenths < 10 ? `${tenths * 10} cm` : `${tenths / 10} m`;
}

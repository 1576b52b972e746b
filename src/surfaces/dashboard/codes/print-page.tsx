import { raw } from "hono/html";
import { hasScope } from "../../../features/access/actor.ts";
import { mayManageProjects } from "../../../features/access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import type { ChosenQrCode } from "../../../features/qr-codes/chosen-store.ts";
import { lineOf } from "../../../features/qr-codes/gtin-code.ts";
import type { PrintInks } from "../../../features/qr-codes/print-inks.ts";
import { MIN_SYMBOL } from "../../../features/qr-codes/print-panel.ts";
import type { PrintPreview } from "../../../features/qr-codes/print-preview.ts";
import { MIN_MODULE } from "../../../ground/core/gtin.ts";
import { Actions, Button, Hidden, LinkButton } from "../components/actions.tsx";
import { BackLink } from "../components/back-link.tsx";
import { ChoiceField, type Option, TextField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { CodeReach, reachIn } from "../labels/code-reach.tsx";
import { stylesheet } from "../layout/assets.ts";
import type { Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import css from "./codes.css";
import { FormatChoice } from "./picture-choice.tsx";
import type { PrintBrand } from "./print-pictures.ts";
import { MAX_HEADLINE, type Part, type PrintRequest } from "./print-request.ts";

const STYLE = stylesheet(css);

interface PrintPageProps {
  workspace: Workspace;
  chosen: readonly ChosenQrCode[];
  /** The number of chosen codes that don't exist. */
  missing: number;
  request: PrintRequest;
  /** Null with a problem in the request. */
  preview: (PrintPreview & PrintInks) | null;
  brand: PrintBrand;
  /** The address below a single code. */
  caption: string | undefined;
  search: URLSearchParams;
}

/** Prints codes: format, texts and brand on the left, a live page and the download on the right. */
export const PrintPage = (props: PrintPageProps) => {
  const { workspace, chosen, missing } = props;
  const [first] = chosen;
  const ofOneLink = chosen.every(({ link }) => link.shortId === first?.link.shortId) ? first : undefined;
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={ofOneLink ? `Print ${ofOneLink.link.name}` : `Print ${codesOf(chosen.length)}`}
      heading={
        ofOneLink && (
          <>
            Print <bdi>{ofOneLink.link.name}</bdi>
          </>
        )
      }
      scripts={["drawing"]}
      styles={[STYLE]}
      actions={
        ofOneLink && (
          <BackLink href={`${workspace.base}/links/${ofOneLink.qrCode.linkId}`}>Back to the link</BackLink>
        )
      }
    >
      {missing > 0 && <Notice kind="note">{codesOf(missing)} could not be found.</Notice>}
      <div class="print">
        <PrintForm {...props} />
        <Preview {...props} />
      </div>
    </Screen>
  );
};

const codesOf = (count: number): string => `${count} ${count === 1 ? "code" : "codes"}`;

const PrintForm = (props: PrintPageProps) => {
  const { workspace, chosen, request, brand, caption, search } = props;
  const { problems } = request;
  const [first] = chosen;
  const asksForReach = search.has("link") && chosen.some(({ link }) => link.gtin !== null);
  const hasLine = asksForReach || chosen.some(({ qrCode }) => lineOf(qrCode.encodedUrl) !== null);
  const links = new Map(chosen.map(({ link }) => [link.shortId, link]));
  const unnamed = [...links.values()].filter(({ publicName }) => publicName === null).length;
  const nameless = links.size === 1 ? "This link has none." : `${unnamed} of ${links.size} links have none.`;
  const hints: Partial<Record<Part, string | undefined>> = {
    name: unnamed === 0 ? undefined : nameless,
    link: caption || undefined,
    picture: brand.pictureProblem,
    color: brand.isColorOfCode ? "In the code's ink: the brand's color is no ink." : undefined,
  };
  const option = (value: Part, label: string): Option => ({ value, label, hint: hints[value] });
  return (
    <form method="get" action={`${workspace.base}/codes/sheet`} class="form sheet" data-live="preview">
      <Hidden values={{ code: search.getAll("code"), link: search.getAll("link") }} />
      {asksForReach && <CodeReach value={reachIn(search)} />}
      <FormatChoice {...request} />
      <TextField
        name="headline"
        label="Call to action"
        hint="Leave empty to omit."
        value={request.headline}
        error={problems.get("headline")}
        maxLength={MAX_HEADLINE}
        autocomplete="off"
      />
      <ChoiceField
        type="checkbox"
        name="show"
        label="Also show"
        columns
        values={[...request.parts]}
        error={problems.get("show")}
        options={[
          option("name", "Public name"),
          option("link", "Short link"),
          ...(hasLine ? [option("gtin", "Number of the GTIN")] : []),
          ...(brand.hasPicture ? [option("picture", "Picture of the product")] : []),
          ...(brand.hasLogo ? [option("logo", "Logo")] : []),
          ...(brand.hasColor ? [option("color", "Brand color")] : []),
        ]}
      />
      <BrandHints {...props} />
      <details open={request.ink !== null}>
        <summary>Inks</summary>
        <p class="hint">
          Colors given as inks, such as C100 M60 Y0 K30, are printed as they are, logos and pictures in RGB.{" "}
          {chosen.length === 1 && first && (
            <a href={`${workspace.base}/links/${first.qrCode.linkId}/codes/${first.qrCode.identifier}`}>
              Change the code's colors
            </a>
          )}
        </p>
        <TextField
          name="ink"
          label="Spot color"
          hint="The name of an ink for the code's color, such as PANTONE 347 C."
          value={request.ink ?? ""}
          error={problems.get("ink")}
          maxLength={40}
        />
      </details>
      <Button emphasis="plain">Update the preview</Button>
    </form>
  );
};

/** Where a picture of the product can be added to the link, and where owners add what the brand lacks. */
const BrandHints = ({ workspace, chosen: [first], brand }: PrintPageProps) => {
  if (!first) return null;
  const missing = [brand.hasLogo || "logo", brand.hasColor || "color"]
    .filter((each) => each !== true)
    .join(" and ");
  return (
    <>
      {!brand.hasPicture && hasScope(workspace.actor, CHANGE_LINK_SCOPE) && (
        <p class="hint">
          <a href={`${workspace.base}/links/${first.qrCode.linkId}/edit`}>Upload a picture of the product</a>{" "}
          to the link, and it is printed too.
        </p>
      )}
      {missing !== "" && (
        <p class="hint">
          {mayManageProjects(workspace.actor) ? (
            <a href={`${workspace.base}/projects/${encodeURIComponent(first.link.projectId)}/brand`}>
              Add the brand's {missing}
            </a>
          ) : (
            `The project's brand has no ${missing}. An owner can add it.`
          )}
        </p>
      )}
    </>
  );
};

/** What a person can do about pictures that R2 does not return. */
export const UNREADABLE =
  "Logos and pictures can't be read at the moment. Try again in a minute, or print without them.";

const Preview = ({ workspace, chosen, request, preview, brand, search }: PrintPageProps) => (
  <section class="sheet print-preview" id="preview" aria-labelledby="preview-title">
    <h2 id="preview-title">Preview</h2>
    {preview && request.format ? (
      <>
        <div data-last-good="">{raw(preview.svg)}</div>
        {preview.symbolWidth < MIN_SYMBOL && (
          <Notice kind="warn">
            The code is {Math.floor(preview.symbolWidth)} mm wide. Phones may not read it: {MIN_SYMBOL} mm is
            the minimum. Shorten the texts or choose a larger format.
          </Notice>
        )}
        {preview.gtinModule !== null && preview.gtinModule < MIN_MODULE && (
          <Notice kind="warn">
            The modules of the code are {Math.floor(preview.gtinModule * 1000) / 1000} mm wide. GS1 asks for
            at least {MIN_MODULE} mm, so tills may not read it. Choose a larger format.
          </Notice>
        )}
        <p class="hint" role="status">
          {preview.pages > 1 && `Page 1 of ${preview.pages}, ${codesOf(chosen.length)}. `}
          {request.format.isCut
            ? "The PDF has 3 mm of bleed and crop marks."
            : "Print at 100 % (“actual size”) on paper of this size."}
        </p>
        {brand.isIncomplete ? (
          <Notice kind="problem">{UNREADABLE}</Notice>
        ) : (
          <>
            <DownloadPdf workspace={workspace} search={search} />
            <p class="hint">{inksText(preview)}</p>
          </>
        )}
      </>
    ) : (
      <>
        <div data-last-good="" />
        <Notice kind="problem">{request.problems.get("show") ?? "Fix the marked field."}</Notice>
      </>
    )}
  </section>
);

/** As in "Inks: C, M, K. No RGB." */
const inksText = ({ inks, hasRgb }: PrintInks): string =>
  [
    ...(inks.length === 0 ? [] : [`Inks: ${inks.join(", ")}.`]),
    hasRgb ? "Other colors and pictures are in RGB." : "No RGB.",
  ].join(" ");

/** Downloads the file. With the right to change links, it also notes that the codes are printed, which reminders follow. */
const DownloadPdf = ({ workspace, search }: Pick<PrintPageProps, "workspace" | "search">) => {
  const path = `${workspace.base}/codes/print.pdf`;
  const label = "Download PDF";
  return hasScope(workspace.actor, CHANGE_LINK_SCOPE) ? (
    <form method="post" action={path}>
      <Hidden values={Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name)]))} />
      <Actions>
        <Button command="Download the PDF">{label}</Button>
      </Actions>
    </form>
  ) : (
    <Actions>
      <LinkButton href={`${path}?${search}`} emphasis="primary" command="Download the PDF">
        {label}
      </LinkButton>
    </Actions>
  );
};

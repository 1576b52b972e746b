import type { Child } from "hono/jsx";
import { findProductDetails } from "../../../features/availability/product-details.ts";
import type { Preview } from "../../../features/links/destination-preview.ts";
import { previewLink } from "../../../features/links/preview-links.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import type { Retailer } from "../../../ground/core/vocabulary.ts";
import {
  commissionText,
  offerIndex,
  outcomeText,
  reasonText,
  scanText,
  warningText,
} from "../labels/destination-labels.ts";
import { isPicked, type PickName } from "../labels/places.ts";
import { ProductName, productsOf } from "../labels/products.tsx";
import { FRAMED, type Markup, pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { submit } from "../layout/form-screen.ts";
import { type FormValues, fieldReader, oneText, readForm } from "../layout/forms.ts";
import { bodyOf } from "./form-body.ts";
import { type FormState, readState, withoutBlankRows } from "./form-state.ts";
import { GoesWhere, Verdict } from "./goes-where.tsx";
import { NoPage, phonePage } from "./phone.tsx";
import { CountriesToTry, isDescribed, SEEN_FIELDS, seenVisit } from "./seen-as.tsx";
import { definitionIn, type FormSubject } from "./submit-form.ts";
import { type FormOffers, formOffers, missingText, Unready } from "./unready.tsx";

type PreviewSubject = Pick<FormSubject, "shape" | "original">;
const readFields = fieldReader({ projectId: oneText, ...SEEN_FIELDS });

/**
 * The preview alone, for the script while a person types. It doesn't query retailers for availability, to save their
 * daily quota; the button Preview does. An incomplete form is no error.
 */
export const livePreview = async (
  c: DashboardContext,
  subjectOf: (c: DashboardContext, values: FormValues) => Promise<PreviewSubject>,
): Promise<Response> => {
  const values = await readForm(c);
  return submit(
    c,
    [],
    async () => pageResponse(await fragment(c, await subjectOf(c, values), values)),
    () => <p class="quiet">{missingText([])}</p>,
  );
};

/** The preview, and which countries can be tried with it. */
async function fragment(c: DashboardContext, subject: PreviewSubject, values: FormValues): Promise<Markup> {
  const state = withoutBlankRows(readState(subject.shape, named(values.entries)));
  return (
    <>
      {await resultOf(c, subject, state, values)}
      {state.rows.has("offers") && <CountriesToTry state={state} />}
    </>
  );
}

async function resultOf(
  c: DashboardContext,
  { shape, original }: PreviewSubject,
  state: FormState,
  values: FormValues,
): Promise<Markup> {
  const { workspace, dependencies } = c.var;
  const { projectId, ...seen } = readFields(values.entries);
  const form = formOffers(state);
  try {
    if (projectId === "" && shape.fields.some(({ path }) => path === "projectId"))
      return <Unready {...form}>The preview appears once a project is chosen.</Unready>;
    // The control of the slug says whether it is free.
    const { slug: _, ...definition } = definitionIn({ shape, original }, state);
    const input = { definition, asksRetailers: false, visit: seenVisit(seen) };
    const preview = await previewLink(workspace.actor, input, dependencies);
    const products = productsOf(definition);
    const details = await findProductDetails(products, null, dependencies);
    return (
      <Result
        preview={preview}
        isTried={isDescribed(seen)}
        retailer={definition.retailer}
        {...form}
        products={products.map((product) => (
          <ProductName base={workspace.base} product={product} details={details} />
        ))}
        catalogs={dependencies.catalogs}
      />
    );
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === "insufficient_scope") throw error;
    return <Unready {...form}>{missingText(error.details ?? [])}</Unready>;
  }
}

/** The fields of a form. The destination doesn't depend on the name, which is often typed last. */
function named(entries: URLSearchParams): URLSearchParams {
  const copy = new URLSearchParams(entries);
  if ((copy.get("name") ?? "").trim() === "") copy.set("name", "Preview");
  return copy;
}

const NO_OFFERS = "Add a product or URL to a shop to see the page.";

/** The page of a choice alone, for the phone in the form. Incomplete offers are left out. */
export const livePage = async (
  c: DashboardContext,
  subjectOf: (c: DashboardContext, values: FormValues) => Promise<PreviewSubject>,
): Promise<Response> => {
  const values = await readForm(c);
  const { shape, original } = await subjectOf(c, values);
  const { body } = bodyOf(shape, withoutBlankRows(readState(shape, values.entries)), original);
  const page = await phonePage(c, body, readFields(values.entries));
  return page ?? pageResponse(<NoPage text={NO_OFFERS} />, 200, FRAMED);
};

interface ResultProps extends FormOffers {
  preview: Preview;
  /** Whether a visit was described in the menus. */
  isTried: boolean;
  retailer: Retailer;
  products: readonly Child[];
  catalogs: ReadonlyMap<string, unknown>;
}

/** The preview in the form. A script updates it from `url`. */
export const PreviewPanel = ({
  preview,
  url,
  focus,
  ...shown
}: Omit<ResultProps, "preview"> & { preview: Preview | undefined; url: string; focus: boolean }) => (
  <section
    class="sheet preview"
    aria-labelledby="preview-title"
    tabindex={focus ? -1 : undefined}
    autofocus={focus}
  >
    <h2 id="preview-title">{isPicked(shown.pick) ? "Summary" : "Destination"}</h2>
    <div id="preview" data-url={url} role="status">
      {preview ? (
        <Result preview={preview} {...shown} />
      ) : (
        <Unready {...shown}>{isPicked(shown.pick) ? undefined : "The preview appears here."}</Unready>
      )}
    </div>
  </section>
);

/** Where a link would redirect, why, and what may be wrong. */
const Result = ({ preview, retailer, offers, products, catalogs, isTried, ...form }: ResultProps) => (
  <>
    {preview.offers && isPicked(form.pick) ? (
      <GoesWhere {...form} offers={offers} preview={preview} isTried={isTried} />
    ) : preview.offers ? (
      <ol class="offer-destinations">
        {preview.offers.map(({ key, destination, scan, commission }, index) => (
          <li>
            <bdi>{offers[index]?.name ?? key}</bdi>
            {offers[index]?.rule && (
              <>
                {" "}
                (<bdi>{offers[index].rule}</bdi>)
              </>
            )}
            : <Destination url={destination} />
            {scan && (
              <>
                {" "}
                (scans: <Destination url={scan.destination} />)
              </>
            )}
            {commission && <small class="quiet"> {commissionText(commission)}</small>}
            <Verdict picked={preview.picked} at={index} />
          </li>
        ))}
      </ol>
    ) : (
      <p class="destination">
        <Destination url={preview.destination} />
      </p>
    )}
    {preview.commission && <p>{commissionText(preview.commission)}</p>}
    {products}
    {(isTried || !isPicked(form.pick)) && <p>{outcomeText(preview.picked) ?? reasonText(preview.reason)}</p>}
    {isTried && preview.picked?.outcome === "fallback" && (
      <p class="destination">
        <Destination url={preview.picked.destination} />
      </p>
    )}
    {preview.scan && (
      <>
        <p class="destination">
          Scans of its codes open: <Destination url={preview.scan.destination} />
        </p>
        <p>{scanText(preview.scan.reason)}</p>
      </>
    )}
    {warningsOf(preview, form.pick).length > 0 && (
      <ul class="warnings">
        {warningsOf(preview, form.pick).map((warning) => {
          const index = offerIndex(warning.field);
          return (
            <li>
              {index !== null && (
                <strong>
                  {isPicked(form.pick) ? "Row" : "Shop"} {index + 1}, {offers[index]?.name}:{" "}
                </strong>
              )}
              {warningText(warning, { retailer, offers }, catalogs)}
            </li>
          );
        })}
      </ul>
    )}
  </>
);

const Destination = ({ url }: { url: string | null }) =>
  url === null ? (
    <>Our page, created with the link.</>
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  );

/** The warnings that a preview lists. The table says which rows nobody gets. */
const warningsOf = ({ warnings }: Preview, pick: PickName): Preview["warnings"] =>
  isPicked(pick)
    ? warnings.filter(({ code }) => code !== "offer_unreachable" && code !== "rest_missing")
    : warnings;

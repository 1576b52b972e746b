import type { Preview } from "../../links/preview-link.ts";
import { inWords } from "../labels/form-words.ts";

/** Where a link would lead, why, and what may be wrong with it. */
export const PreviewPanel = ({ preview, names }: { preview: Preview; names: readonly string[] }) => (
  <>
    {preview.offers && (
      <ol class="offers-lead">
        {preview.offers.map(({ key, destination }, index) => (
          <li>
            <bdi>{names[index] ?? key}</bdi>:{" "}
            {destination === null ? (
              "a page of ours, which begins with the link"
            ) : (
              <a href={destination} target="_blank" rel="noreferrer">
                {destination}
              </a>
            )}
          </li>
        ))}
      </ol>
    )}
    {!preview.offers && (
      <p class="destination">
        {preview.destination === null ? (
          "A page of ours, which begins with the link."
        ) : (
          <a href={preview.destination} target="_blank" rel="noreferrer">
            {preview.destination}
          </a>
        )}
      </p>
    )}
    <p>{inWords(preview.reason.text)}</p>
    {preview.warnings.length > 0 && (
      <ul class="warnings">
        {preview.warnings.map(({ message, field }) => (
          <li>
            {field !== undefined && <strong>{offerName(field, names)}: </strong>}
            {inWords(message)}
          </li>
        ))}
      </ul>
    )}
  </>
);

/** The offer that a warning is about, such as `offers[1]`, as the form counts and names it. */
function offerName(field: string, names: readonly string[]): string {
  const [, index = "0"] = /^offers\[(\d+)\]$/.exec(field) ?? [];
  return `Shop ${Number(index) + 1}, ${names[Number(index)] ?? ""}`;
}

/** What the preview says while the form can't be a link yet. */
export const NotYet = ({ problems }: { problems: number }) => (
  <p class="quiet">
    {problems === 0
      ? "This link is not possible yet."
      : `${problems === 1 ? "One field needs" : `${problems} fields need`} another look before it shows.`}
  </p>
);

/** The place of the preview in the form, where a script keeps it up to date from `url`. */
export const PreviewPlace = ({
  preview,
  names,
  url,
  focus,
}: {
  preview: Preview | null;
  /** What the offers of a choice are called. */
  names: readonly string[];
  url: string;
  focus: boolean;
}) => (
  <section
    class="sheet leads"
    aria-labelledby="preview-title"
    tabindex={focus ? -1 : undefined}
    autofocus={focus}
  >
    <h2 id="preview-title">Where it will lead</h2>
    <div id="preview" data-url={url} role="status">
      {preview ? (
        <PreviewPanel preview={preview} names={names} />
      ) : (
        <p class="quiet">Press Preview to see it before anything is saved.</p>
      )}
    </div>
  </section>
);

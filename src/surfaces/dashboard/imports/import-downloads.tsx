import { undoableUntil } from "../../../extras/bulk-edits/bulk-edit.ts";
import { CONTENT_FIELD } from "../../../extras/files/file-content.ts";
import { IMAGE_FORMATS } from "../../../features/qr-codes/image-formats.ts";
import { shortened } from "../../../ground/core/text.ts";
import { count } from "../charts/numbers.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { soonText } from "../components/dates.ts";
import { FileField, SelectField } from "../components/field.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { useLocale } from "../layout/locale.tsx";
import { COLUMN_LABELS } from "./column-labels.ts";
import { type ImportView, VIEWS } from "./import-view.ts";

/** How much of the name of a property is shown. */
const MAX_NAME = 60;

const FORMATS = Object.keys(IMAGE_FORMATS).map((value) => ({ value, label: value.toUpperCase() }));

/** Columns whose text or ids distinguish codes in a folder. */
const COLUMNS = COLUMN_LABELS.filter(({ kind }) => kind === "text" || kind === "products").map(
  ({ name, label }) => ({ value: name, label }),
);

/** The created links, and their codes as a ZIP archive. */
export const Downloads = ({ path }: ImportView) => (
  <section class="section downloads" aria-label="Downloads">
    <Actions>
      <LinkButton href={`${path}/results.csv`}>Short links as CSV</LinkButton>
    </Actions>
    <form method="get" action={`${path}/codes.zip`} class="form sheet narrow" autocomplete="off">
      <details>
        <summary>QR codes as ZIP</summary>
        <p class="hint">
          Each code in its saved style, with a GTIN the one that tills read too. File names start with the row
          number.
        </p>
        <div class="fields">
          <SelectField name="format" label="Format" value="svg" options={FORMATS} />
          <SelectField name="column" label="Name files after" value="name" options={COLUMNS} />
        </div>
        <Actions>
          <Button emphasis="plain">Download the ZIP</Button>
        </Actions>
      </details>
    </form>
  </section>
);

/** The rows with problems as a file, and the corrected file. */
export const Corrected = ({ path, problems }: ImportView) => (
  <section class="section">
    <h2>Correct many rows at once</h2>
    <div class="sheet narrow">
      <Form action={`${path}/replace`} upload>
        <FileField
          name="file"
          label="Corrected file"
          hint="Correct the rows with problems in a spreadsheet. Keep the column “Row”."
          accept=".csv,.tsv,.txt,text/csv"
          error={problems.fields.get(CONTENT_FIELD)}
        />
        <Actions>
          <Button emphasis="plain">Replace these rows</Button>
          <LinkButton href={`${path}/problems.csv`}>Rows with problems as CSV</LinkButton>
        </Actions>
      </Form>
    </div>
  </section>
);

/** The button that changes links as the list's own CSV says. */
export const StartChanges = ({ path, now, counts: { good, doubtful } }: ImportView) =>
  good + doubtful === 0 ? null : (
    <Form action={`${path}/change`}>
      {doubtful > 0 && (
        <p class="hint">
          {linksOf(doubtful)} {doubtful === 1 ? "was" : "were"} changed after the file was downloaded. See “
          {VIEWS.check.label}” first.
        </p>
      )}
      <p class="hint">
        Nothing is changed yet. You can undo this until {soonText(undoableUntil(now), now, useLocale())}.
      </p>
      <Actions>
        {good > 0 && <Button>Change {linksOf(good)}</Button>}
        {doubtful > 0 && (
          <Button emphasis="plain" name="rows" value="all">
            Change {good > 0 ? `all ${linksOf(good + doubtful)}` : `${linksOf(doubtful)} anyway`}
          </Button>
        )}
      </Actions>
    </Form>
  );

/** The service that exported the links, and what becomes of what was printed. */
export const Source = ({ found: { source, leftBehind }, total, printed }: ImportView & { total: number }) => {
  if (source === null) return null;
  const { kept, elsewhere, lost } = printed;
  const rows = (number: number, one: string, many: string) => `${count(number)} ${number === 1 ? one : many}`;
  return (
    <>
      <p>
        <strong>
          {source}, {linksOf(total)}.
        </strong>{" "}
        Printed codes: {rows(kept, "keeps its printed address", "keep their printed address")}
        {elsewhere.map(({ host, rows: number }) => (
          <>
            {" · "}
            {rows(number, "is", "are")} on <bdi>{host}</bdi> and {number === 1 ? "stays" : "stay"} there
          </>
        ))}
        {" · "}
        {count(lost)} would stop working.
      </p>
      {leftBehind.length > 0 && (
        <p>
          <strong>Does not come along:</strong>{" "}
          {leftBehind.map(({ name, links }, index) => (
            <>
              {index > 0 && " · "}
              <bdi>{shortened(name, MAX_NAME)}</bdi> ({linksOf(links)})
            </>
          ))}
        </p>
      )}
      {lost > 0 && (
        <p class="hint">
          A printed address works here if nothing else has it, and if its domain is under Domains and belongs
          to the project of the links. After you give the project its domain, upload the file again.
        </p>
      )}
    </>
  );
};

import type { Import } from "../../imports/import.ts";
import { AskPage } from "../components/ask-page.tsx";
import type { Place } from "../layout/context.ts";
import { importPath } from "./paths.ts";

/** Asks before an import is deleted. */
export const DeleteImportPage = ({
  place,
  found,
  problem,
}: {
  place: Place;
  found: Import;
  problem: string | undefined;
}) => {
  const path = importPath(place, found);
  return (
    <AskPage
      place={place}
      here="Links"
      title="Delete this import"
      action={`${path}/delete`}
      problem={problem}
      button="Delete the import"
      back={{ href: path }}
    >
      <p>
        The rows of <bdi>{found.fileName}</bdi> and their problems are deleted. Links and codes that were made
        of them stay and work on.
      </p>
    </AskPage>
  );
};

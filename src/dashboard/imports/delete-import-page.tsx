import type { Import } from "../../imports/import.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../frame/context.ts";
import { Screen } from "../frame/layout.tsx";
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
    <Screen place={place} here="Links" title="Delete this import">
      <div class="sheet narrow">
        <Form action={`${path}/delete`} problem={problem}>
          <p>
            The rows of <bdi>{found.fileName}</bdi> and their problems are deleted. Links and codes that were
            made of them stay and work on.
          </p>
          <Actions>
            <Button emphasis="danger">Delete the import</Button>
            <LinkButton href={path}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

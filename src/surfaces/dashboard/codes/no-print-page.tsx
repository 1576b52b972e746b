import { LinkButton } from "../components/actions.tsx";
import { Empty } from "../components/table.tsx";
import type { Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";

/** Explains why there is nothing to print. */
export const NoPrintPage = ({ workspace, problem }: { workspace: Workspace; problem?: string }) => (
  <Screen workspace={workspace} tab="Links" title="Print">
    <Empty
      title="No codes to print"
      action={<LinkButton href={`${workspace.base}/links`}>Open links</LinkButton>}
    >
      {problem === undefined
        ? "The codes could not be found. Open a link and choose among its codes."
        : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`}
    </Empty>
  </Screen>
);

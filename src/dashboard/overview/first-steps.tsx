import { hasScope } from "../../access/actor.ts";
import { mayManageProjects } from "../../access/permissions.ts";
import type { Project } from "../../access/project.ts";
import { CREATE_LINK_SCOPE } from "../../links/create-link.ts";
import { LinkButton } from "../components/actions.tsx";
import { Empty } from "../components/table.tsx";
import type { Place } from "../layout/context.ts";

/** What to do first, while nothing happened yet. */
export const FirstSteps = ({ place, projects }: { place: Place; projects: readonly Project[] }) => {
  if (projects.length === 0 && mayManageProjects(place.actor)) {
    return (
      <Empty
        title="Start with a project"
        action={
          <LinkButton href={`${place.base}/projects/new`} emphasis="primary">
            Create a project
          </LinkButton>
        }
      >
        Links belong to projects. Create one, then make a link and print its code; the scans appear here.
      </Empty>
    );
  }
  if (!hasScope(place.actor, CREATE_LINK_SCOPE)) {
    return (
      <Empty title="Nothing happened yet">
        When a link is made and somebody scans its code, the numbers appear here within a minute.
      </Empty>
    );
  }
  return (
    <Empty
      title="Make a link"
      action={
        <LinkButton href={`${place.base}/links`} emphasis="primary">
          Go to the links
        </LinkButton>
      }
    >
      A link leads shoppers to a cart, a product or a recipe. Print its code; the scans appear here within a
      minute.
    </Empty>
  );
};

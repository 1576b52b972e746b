import { mayManageProjects } from "../../access/permissions.ts";
import { MAX_ID, type Project } from "../../access/project.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Facts, Time } from "../components/facts.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../layout/context.ts";
import { type FormProblems, type FormValues, isUntouched } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

interface FormPageProps {
  place: Place;
  values: FormValues;
  problems: FormProblems;
}

/** The form that creates a project. */
export const CreateProjectPage = ({ place, values, problems }: FormPageProps) => (
  <Screen place={place} here="Projects" title="Create a project">
    <div class="sheet narrow">
      <Form action={`${place.base}/projects/new`} problem={problems.form}>
        <TextField
          name="name"
          label="Name"
          value={values.text("name")}
          error={problems.fields.get("name")}
          maxLength={MAX_ID}
          autofocus={isUntouched(problems)}
          required
        />
        <TextField
          name="id"
          label="Id"
          hint="Programs write it into links as projectId, and it never changes. Leave it empty to have one made from the name."
          value={values.text("id")}
          error={problems.fields.get("id")}
          maxLength={MAX_ID}
          spellcheck={false}
        />
        <Actions>
          <Button>Create the project</Button>
          <LinkButton href={`${place.base}/projects`}>Cancel</LinkButton>
        </Actions>
      </Form>
    </div>
  </Screen>
);

const pathOf = (place: Place, { id }: Project): string => `${place.base}/projects/${encodeURIComponent(id)}`;

/** One project: its facts and, for an owner, its name to be changed and the way to archive it. */
export const RenameProjectPage = ({
  place,
  project,
  values,
  problems,
}: FormPageProps & { project: Project }) => {
  const mayManage = mayManageProjects(place.actor);
  const isArchived = project.archivedAt !== null;
  return (
    <Screen
      place={place}
      here="Projects"
      title={project.name}
      heading={<bdi>{project.name}</bdi>}
      actions={
        mayManage && (
          <Actions>
            <LinkButton href={`${pathOf(place, project)}/brand`} command="Brand">
              Brand
            </LinkButton>
            <LinkButton
              href={`${pathOf(place, project)}/archive`}
              command={isArchived ? "Restore" : "Archive"}
            >
              {isArchived ? "Restore" : "Archive"}
            </LinkButton>
          </Actions>
        )
      }
    >
      <Facts
        facts={[
          ["Id", <code>{project.id}</code>],
          ["Created", <Time at={project.createdAt} />],
          ["Archived", project.archivedAt && <Time at={project.archivedAt} />],
        ]}
      />
      {mayManage && (
        <div class="sheet narrow">
          <Form action={pathOf(place, project)} problem={problems.form}>
            <TextField
              name="name"
              label="Name"
              value={values.text("name")}
              error={problems.fields.get("name")}
              maxLength={MAX_ID}
              required
            />
            <Actions>
              <Button>Save the name</Button>
              <LinkButton href={`${place.base}/projects`}>Cancel</LinkButton>
            </Actions>
          </Form>
        </div>
      )}
    </Screen>
  );
};

/** Asks before a project is archived or restored, and says what will happen. */
export const ArchiveProjectPage = ({
  place,
  project,
  problems,
}: {
  place: Place;
  project: Project;
  problems: FormProblems;
}) => {
  const restores = project.archivedAt !== null;
  const name = (
    <strong>
      <bdi>{project.name}</bdi>
    </strong>
  );
  return (
    <Screen place={place} here="Projects" title={restores ? "Restore a project?" : "Archive a project?"}>
      <div class="sheet narrow">
        {restores ? (
          <p>{name} takes new links again.</p>
        ) : (
          <p>
            {name} takes no new links any more: programs that create one are refused. Its links lead on and
            can be changed, and you can restore the project at any time.
          </p>
        )}
        <Form action={`${pathOf(place, project)}/archive`} problem={problems.form}>
          <Actions>
            <Button name="action" value={restores ? "restore" : "archive"}>
              {restores ? "Restore the project" : "Archive the project"}
            </Button>
            <LinkButton href={pathOf(place, project)}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

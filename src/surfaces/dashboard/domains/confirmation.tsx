import { requireDomain } from "../../../features/addresses/claimed-domain.ts";
import type { Domain } from "../../../features/addresses/domain.ts";
import { confirmDomain } from "../../../features/addresses/manage-domains.ts";
import { txtRecord } from "../../../features/addresses/txt-record.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Copyable } from "../components/facts.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { Screen } from "../layout/layout.tsx";
import { domainDependencies, hostOf } from "./domain-fields.tsx";

/** The steps that confirm a pending domain. */
export const Confirmation = ({
  c,
  domain: { host, organizationId, token },
  problem,
}: {
  c: DashboardContext;
  domain: Domain;
  problem?: string | undefined;
}) => {
  const { workspace, dependencies } = c.var;
  const record = txtRecord({ host, token });
  const command = (
    <Copyable
      id="confirm"
      label="Command for the operator"
      text={`npm run domains -- confirm ${host} --organization ${organizationId} --remote`}
    />
  );
  return (
    <div class="sheet narrow">
      <h2>Confirm this domain</h2>
      <p>Links can use this domain after it is confirmed.</p>
      {dependencies.txtResolver ? (
        <Form action={`${workspace.base}/domains/${host}/confirm`} problem={problem}>
          <p>Add this TXT record to the domain's DNS, then check it.</p>
          <Copyable id="record-name" label="Name" text={record.name} />
          <Copyable id="record-text" label="Text" text={record.text} />
          <Actions>
            <Button>Check the record</Button>
          </Actions>
          <p>The operator can also confirm it without the record.</p>
          {command}
        </Form>
      ) : (
        <>
          <p>Ask the operator to confirm it with this command.</p>
          {command}
        </>
      )}
    </div>
  );
};

/** Confirms a domain by its TXT record. */
export const domainConfirmation: FormScreen<Domain> = {
  fields: ["host"],
  load: (c) => requireDomain(c.var.workspace.actor, { host: hostOf(c) }, c.var.dependencies.domains),
  page: (c, domain, _, problems) => (
    <Screen workspace={c.var.workspace} here="Domains" title={domain.host} scripts={["copy"]}>
      <Confirmation c={c} domain={domain} problem={problems.fields.get("host") ?? problems.form} />
      <Actions>
        <LinkButton href={`${c.var.workspace.base}/domains`}>All domains</LinkButton>
      </Actions>
    </Screen>
  ),
  async save(c) {
    const { workspace } = c.var;
    await confirmDomain(workspace.actor, { host: hostOf(c) }, domainDependencies(c));
    return seeOther(`${workspace.base}/domains?done=confirmed`);
  },
};

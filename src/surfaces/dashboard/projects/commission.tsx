import { requireProjectManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { affiliateOf, MAX_TAG } from "../../../features/brands/affiliate.ts";
import { changeProject } from "../../../features/brands/change-project.ts";
import type { Affiliate } from "../../../features/short-links/commission.ts";
import { MARKETPLACE_COUNTRIES, MARKETPLACES } from "../../../ground/core/marketplaces.ts";
import { RETAILER_NAMES } from "../../../ground/core/retailer-names.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, fieldsOf } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { earnerOf, type PayingRetailer, RETAILERS } from "./commission-card.tsx";
import { changeIn, loadProject, projectPath } from "./project.tsx";

const tagField = (country: string): string => `affiliate.marketplace.tags.${country}`;
const urlField = (retailer: PayingRetailer): string => `affiliate.${retailer}.url`;
/** The countries whose fields are always shown. */
const USUAL = MARKETPLACE_COUNTRIES.filter((country) => ["US", "CA", "GB", "DE"].includes(country));
const SCANS = "tagOnScans";
/** The retailers without a commission, if their fields are empty. */
const NOBODY = "nobody";

/** The settings of one retailer as a form has them. */
const urlPatch = (values: FormValues, retailer: "bigbox_w" | "bigbox_t") => {
  const url = values.text(urlField(retailer));
  return url !== "" || values.all(NOBODY).includes(retailer) ? { url: url || null } : null;
};

function tagsPatch(values: FormValues) {
  const tags = MARKETPLACE_COUNTRIES.map((country) => [country, values.text(tagField(country)) || null]);
  const isOwn = tags.some(([, tag]) => tag !== null) || values.all(NOBODY).includes("marketplace");
  return isOwn ? { tags: Object.fromEntries(tags), tagOnScans: values.all(SCANS).length > 0 } : null;
}

/** Who gets the commission of a project's links. */
export const projectCommission: FormScreen<Project> = {
  fields: [...MARKETPLACE_COUNTRIES.map(tagField), urlField("bigbox_w"), urlField("bigbox_t")],
  load(c) {
    requireProjectManager(c.var.workspace.actor);
    return loadProject(c);
  },
  initial(project) {
    const own = affiliateOf(project) ?? {};
    const { tags = {}, tagOnScans } = own.marketplace ?? {};
    return [
      ...Object.entries(tags).map(([country, tag]): [string, string] => [tagField(country), tag ?? ""]),
      ...(tagOnScans ? [[SCANS, "1"] satisfies [string, string]] : []),
      ...RETAILERS.flatMap((retailer): [string, string][] => {
        if (!own[retailer]) return [];
        const url = retailer === "marketplace" ? undefined : own[retailer]?.url;
        if (url !== undefined) return [[urlField(retailer), url]];
        return retailer === "marketplace" && Object.keys(tags).length > 0 ? [] : [[NOBODY, retailer]];
      }),
    ];
  },
  page(c, project, values, problems) {
    const { workspace, dependencies } = c.var;
    const path = projectPath(workspace, project);
    const isOpen = MARKETPLACE_COUNTRIES.some(
      (country) => !USUAL.includes(country) && values.text(tagField(country)) !== "",
    );
    const fields = { values, problems, service: dependencies.affiliate };
    return (
      <Screen
        workspace={workspace}
        here="Projects"
        title={`Commission of ${project.name}`}
        heading={
          <>
            Commission of <bdi>{project.name}</bdi>
          </>
        }
      >
        <div class="sheet narrow">
          <p>Purchases through this project's links earn a commission for these accounts.</p>
          <Form action={`${path}/commission`} problem={problems.form}>
            <h2>Amazon</h2>
            <Tags countries={USUAL} {...fields} />
            <details class="field" open={isOpen}>
              <summary>More countries</summary>
              <Tags countries={MARKETPLACE_COUNTRIES.filter((each) => !USUAL.includes(each))} {...fields} />
            </details>
            <ChoiceField
              type="checkbox"
              name={SCANS}
              label="Printed codes"
              values={values.all(SCANS)}
              options={[
                {
                  value: "1",
                  label: "Keep the tag on scans",
                  hint: "Amazon does not allow tags in print. Only for codes on your own site.",
                },
              ]}
            />
            <Nobody retailer="marketplace" {...fields} />
            {(["bigbox_w", "bigbox_t"] as const).map((retailer) => (
              <>
                <h2>{RETAILER_NAMES[retailer]}</h2>
                <TextField
                  {...fieldsOf(values, problems)(urlField(retailer))}
                  label={`Affiliate URL for ${RETAILER_NAMES[retailer]}`}
                  hint="Of your affiliate network. The page at the shop is appended to it."
                  inputMode="url"
                  placeholder="https://"
                />
                <Nobody retailer={retailer} {...fields} />
              </>
            ))}
            <Actions>
              <Button>Save the commission</Button>
              <LinkButton href={path}>Cancel</LinkButton>
            </Actions>
          </Form>
        </div>
      </Screen>
    );
  },
  async save(c, values) {
    const { workspace, dependencies } = c.var;
    const affiliate = {
      marketplace: tagsPatch(values),
      bigbox_w: urlPatch(values, "bigbox_w"),
      bigbox_t: urlPatch(values, "bigbox_t"),
    };
    const change = { ...(await changeIn(c, values)), patch: { affiliate } };
    await changeProject(workspace.actor, change, dependencies);
    return seeOther(`${workspace.base}/projects/${encodeURIComponent(change.projectId)}?done=commission`);
  },
};

interface Fields {
  values: FormValues;
  problems: FormProblems;
  /** The settings of the service. */
  service: Affiliate;
}

const Tags = ({
  countries,
  values,
  problems,
}: Fields & { countries: readonly (typeof MARKETPLACE_COUNTRIES)[number][] }) => (
  <>
    {countries.map((country) => (
      <TextField
        {...fieldsOf(values, problems)(tagField(country))}
        label={`Associates tag for ${MARKETPLACES[country]}`}
        maxLength={MAX_TAG}
        spellcheck={false}
      />
    ))}
  </>
);

/** What an empty retailer means: the settings of the service, or nobody. */
const Nobody = ({ retailer, values, service }: Fields & { retailer: PayingRetailer }) =>
  service[retailer] ? (
    <ChoiceField
      type="checkbox"
      name={NOBODY}
      label="If left empty"
      hint={`Otherwise, the service gets it: ${earnerOf(retailer, service)}.`}
      values={values.all(NOBODY)}
      options={[{ value: retailer, label: "Nobody gets the commission" }]}
    />
  ) : null;

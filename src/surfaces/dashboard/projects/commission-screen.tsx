import type { Project } from "../../../features/access/project.ts";
import { changeProject } from "../../../features/brands/change-project.ts";
import {
  countEarningLinks,
  PAYING_RETAILERS,
  type PayingRetailer,
  sitesOf,
} from "../../../features/links/count-earning-links.ts";
import { type Affiliate, affiliateOf, SUB_IDS } from "../../../features/short-links/earners.ts";
import { exampleIn, networkUrlProblem } from "../../../features/short-links/network-url.ts";
import { MARKETPLACE_COUNTRIES } from "../../../ground/core/marketplaces.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { ChoiceField, TextField } from "../components/field.tsx";
import { type FormState, formPage } from "../components/form-page.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { incompleteForm, sentence } from "../layout/form-screen.ts";
import { allTexts, fieldsNamed, nullableText, oneOf, readForm } from "../layout/forms.ts";
import { loadManaged } from "./brand-screen.tsx";
import { earnerOf, earningText } from "./commission-card.tsx";
import { OTHERS, Tags, tagField, USUAL } from "./commission-tags.tsx";
import { projectId } from "./project-screen.tsx";

type Network = Exclude<PayingRetailer, "marketplace">;
const NETWORKS: readonly Network[] = ["bigbox_w", "bigbox_t"];

const urlField = (retailer: Network) => `affiliate.${retailer}.url` as const;
const TEXTS = {
  ...fieldsNamed(MARKETPLACE_COUNTRIES.map(tagField), nullableText),
  ...fieldsNamed(NETWORKS.map(urlField), nullableText),
};

const SUB_ID_LABELS: Readonly<Record<(typeof SUB_IDS)[number], { label: string; hint?: string }>> = {
  link: { label: "The link", hint: "Its random address, such as mcvr15dj." },
  code: {
    label: "The link, and the code or source",
    hint: "Such as mcvr15dj-q-poster. Nothing of the visitor.",
  },
  off: { label: "Nothing" },
};

/** Who gets the commission of a project's links. `nobody`: the retailers without a commission, if their fields are empty. */
export const projectCommission = formPage({
  tab: "Projects",
  fields: { ...TEXTS, tagOnScans: allTexts, nobody: allTexts, subIds: oneOf(SUB_IDS) },
  marked: Object.keys(TEXTS),
  async load(c) {
    const project = await loadManaged(c);
    const earning = await countEarningLinks(c.var.workspace.actor, projectId(c), c.var.dependencies);
    return { ...project, earning };
  },
  title: ({ name }) => `Commission of ${name}`,
  heading: ({ name }) => (
    <>
      Commission of <bdi>{name}</bdi>
    </>
  ),
  initial(project) {
    const own = affiliateOf(project) ?? {};
    const { tags = {}, tagOnScans } = own.marketplace ?? {};
    const isEmpty = (retailer: PayingRetailer) =>
      retailer === "marketplace" ? Object.keys(tags).length === 0 : own[retailer]?.url === undefined;
    return [
      ...MARKETPLACE_COUNTRIES.map((each): [string, string] => [tagField(each), tags[each] ?? ""]),
      ...NETWORKS.map((each): [string, string] => [urlField(each), own[each]?.url ?? ""]),
      ...PAYING_RETAILERS.filter((each) => own[each] && isEmpty(each)).map((each): [string, string] => [
        "nobody",
        each,
      ]),
      ...(tagOnScans ? [["tagOnScans", "1"] satisfies [string, string]] : []),
      ["subIds", own.subIds ?? "link"],
    ];
  },
  intro: () => <p>Purchases through this project's links earn a commission for these accounts.</p>,
  scripts: ["follow"],
  content(form, project, c) {
    const { workspace } = c.var;
    const service = c.var.dependencies.affiliate;
    const isOpen = OTHERS.some((country) => form.values.text(tagField(country)) !== "");
    return (
      <>
        <h2>{RETAILER_NAMES.marketplace}</h2>
        <p class="hint">
          Clicks on {earningText(project.earning, sitesOf("marketplace"))} to Amazon get a tag.{" "}
          {ownTagsText(project.earning.ownTags)}
          Printed codes open Amazon without it: Amazon's rule.
        </p>
        <Tags countries={USUAL} form={form} earning={project.earning} />
        <details class="field" open={isOpen}>
          <summary>More countries</summary>
          <Tags countries={OTHERS} form={form} earning={project.earning} />
        </details>
        <ChoiceField
          type="checkbox"
          name="tagOnScans"
          label="Printed codes"
          values={form.values.all("tagOnScans")}
          options={[
            {
              value: "1",
              label: "Scans get the tag, too",
              hint: "Only for codes on your own site, never in print.",
            },
          ]}
        />
        <Nobody retailer="marketplace" {...{ form, service }} />
        {NETWORKS.map((retailer) => (
          <>
            <h2>{RETAILER_NAMES[retailer]}</h2>
            <p class="hint">
              Clicks on and scans of {earningText(project.earning, sitesOf(retailer))} to{" "}
              {RETAILER_NAMES[retailer]} open through this URL.
            </p>
            <TextField
              {...form.field(urlField(retailer))}
              label={`Affiliate URL for ${RETAILER_NAMES[retailer]}`}
              hint="Your link of an affiliate network. The page at the shop is put where the network reads it."
              inputMode="url"
              placeholder="https://"
              result={
                <div
                  class="field-state"
                  id={`${urlField(retailer)}-state`}
                  data-url={`${workspace.base}/projects/${encodeURIComponent(project.id)}/commission/example?retailer=${retailer}`}
                  role="status"
                >
                  <Example retailer={retailer} url={form.values.text(urlField(retailer))} />
                </div>
              }
            />
            <Nobody {...{ retailer, form, service }} />
          </>
        ))}
        <ChoiceField
          {...form.field("subIds")}
          type="radio"
          label="What the network reports beside an order"
          hint="As Impact's subId1, CJ's sid, Rakuten's u1, Awin's clickref or ShareASale's afftrack. For another network, put {subid} in the URL."
          values={[form.values.text("subIds")]}
          options={SUB_IDS.map((value) => ({ value, ...SUB_ID_LABELS[value] }))}
        />
      </>
    );
  },
  button: "Save the commission",
  back: ({ id }) => `/projects/${encodeURIComponent(id)}`,
  async save(c, input, { write }) {
    const { workspace, dependencies } = c.var;
    const isOwn = (retailer: PayingRetailer, texts: readonly (string | null)[]) =>
      input.nobody.includes(retailer) || texts.some((text) => text !== null);
    const network = (retailer: Network) => {
      const url = input[urlField(retailer)];
      return isOwn(retailer, [url]) ? { url } : null;
    };
    const tags = MARKETPLACE_COUNTRIES.map((country) => [country, input[tagField(country)]] as const);
    const affiliate = {
      marketplace: isOwn(
        "marketplace",
        tags.map(([, tag]) => tag),
      )
        ? { tags: Object.fromEntries(tags), tagOnScans: input.tagOnScans.length > 0 }
        : null,
      bigbox_w: network("bigbox_w"),
      bigbox_t: network("bigbox_t"),
      // The default is not stored, so that a project without settings of its own has none.
      subIds: input.subIds === "link" ? null : input.subIds,
    };
    const change = {
      ...projectId(c),
      patch: { affiliate },
      idempotency: await write(({ id }: Project) => id),
    };
    await changeProject(workspace.actor, change, dependencies);
    return `/projects/${encodeURIComponent(change.projectId)}?done=commission`;
  },
});

/** How many links keep a tag of their own. */
const ownTagsText = (links: number): string =>
  links === 0 ? "" : `${linksOf(links)} ${links === 1 ? "keeps its" : "keep their"} own. `;

/** Where a product page opens through a network's URL, once that is right. */
const Example = ({ retailer, url }: { retailer: Network; url: string }) => {
  const example = exampleIn(url.trim(), retailer);
  return example === null ? null : (
    <p class="hint">
      A product page opens as <bdi>{example}</bdi>
    </p>
  );
};

/** The example of a network's URL, or what is wrong with it, for the script while a person types. */
export async function exampleOfNetwork(c: DashboardContext): Promise<Response> {
  await loadManaged(c);
  const retailer = NETWORKS.find((each) => each === c.req.query("retailer"));
  if (retailer === undefined) throw incompleteForm();
  const url = (await readForm(c)).text(urlField(retailer)).trim();
  const problem = url === "" ? undefined : networkUrlProblem(url, retailer);
  return pageResponse(
    <>
      <Example retailer={retailer} url={url} />
      {problem !== undefined && <p class="problem">{sentence(problem)}</p>}
    </>,
  );
}

/** What an empty retailer means: the settings of the service, or nobody. */
const Nobody = ({
  retailer,
  form,
  service,
}: {
  retailer: PayingRetailer;
  form: FormState;
  service: Affiliate;
}) =>
  service[retailer] ? (
    <ChoiceField
      type="checkbox"
      name="nobody"
      label="If left empty"
      hint={`Otherwise, the service gets it: ${earnerOf(retailer, service)}.`}
      values={form.values.all("nobody")}
      options={[{ value: retailer, label: "Nobody gets the commission" }]}
    />
  ) : null;

import type { Child } from "hono/jsx";
import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { definitionOf } from "../../../features/links/link.ts";
import type { AnyOptions } from "../../../features/retailers/definition.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { LinkButton } from "../components/actions.tsx";
import { Facts, FoldedJson, Time } from "../components/facts.tsx";
import { Table } from "../components/table.tsx";
import { CHOICE_LABELS } from "../labels/choice-labels.ts";
import { labelOf, labelsOf } from "../labels/form-labels.ts";
import { purposeOf, Tags } from "../labels/link-labels.tsx";
import { isPicked } from "../labels/places.ts";
import { ProductName } from "../labels/products.tsx";
import { valueText } from "../labels/values.ts";
import type { LinkView } from "./link-view.ts";

/** What items of lists are known by elsewhere. */
const NOTES = ["upcs", "backupUpcs", "catalogProductId", "backupProductIds"] as const;

/** Fields that say nothing about links that send people to places without a page. The purpose says how they are sent. */
const OF_PAGE: readonly string[] = ["page.pick", "page.skipSingle"];

/** All fields of a link, with the labels of the form. */
export const Definition = ({ workspace, link, path, project, details }: LinkView) => {
  const { name, projectId, retailer, intent, products, offers, metadata, tracking, ...rest } =
    definitionOf(link);
  const { tags, ...campaign } = tracking ?? {};
  const isSent = isPicked(rest.page?.pick);
  const fields = simpleFields({ ...rest, tracking: campaign }).filter(
    ([field]) => !isSent || !OF_PAGE.includes(field),
  );
  // The options of any variant.
  const options: AnyOptions = link.options;
  const { shoppingList, recipe } = options?.delivery_app ?? {};
  const list = `options.delivery_app.${shoppingList ? "shoppingList.lineItems" : "recipe.ingredients"}`;
  const product = (id: string) => (
    <>
      <bdi>{id}</bdi> <ProductName base={workspace.base} product={{ retailer, id }} details={details} />
    </>
  );
  const items = shoppingList?.lineItems ?? recipe?.ingredients;
  const noted = NOTES.filter((name) => items?.some((item) => item[name] !== undefined));
  return (
    <section class="section" id="definition">
      <h2>Details</h2>
      <div class="sheet">
        <Facts
          facts={[
            [
              labelOf("projectId"),
              <a href={`${workspace.base}/links?${new URLSearchParams({ projectId })}`}>
                <bdi>{project.name}</bdi>
              </a>,
            ],
            [labelOf("retailer"), retailer !== "custom" && !isSent && RETAILER_NAMES[retailer]],
            [labelOf("intent"), purposeOf(link)],
            [
              labelOf("tracking.tags"),
              tags && tags.length > 0 && <Tags path={`${workspace.base}/links`} tags={tags} />,
            ],
            ...fields.map(([field, value]): [string, Child] => [
              labelOf(field),
              field === "card.imageUrl" ? (
                <a href={value} target="_blank" rel="noreferrer">
                  Open the picture
                </a>
              ) : (
                <bdi>{value}</bdi>
              ),
            ]),
            ["Created", <Time at={link.createdAt} />],
            ["Changed", <Time at={link.updatedAt} />],
            ["Link id", <code>{link.id}</code>],
          ]}
        />
      </div>
      {products && (
        <Table
          caption={labelOf("products")}
          columns={[
            { label: labelOf("products[].retailerProductId") },
            { label: labelOf("products[].quantity"), numeric: true },
            { label: labelOf("products[].backupProductIds") },
          ]}
          rows={products.map(({ retailerProductId, quantity, backupProductIds = [] }) => [
            product(retailerProductId),
            quantity,
            backupProductIds.length > 0 ? (
              backupProductIds.map((id, index) => [index > 0 && ", ", product(id)])
            ) : (
              <span class="quiet">None</span>
            ),
          ])}
        />
      )}
      {items && (
        <Table
          caption={labelOf(list)}
          columns={[
            { label: labelsOf(list).row ?? "" },
            { label: labelOf(`${list}[].quantity`), numeric: true },
            { label: labelOf(`${list}[].unit`) },
            ...noted.map((name) => ({ label: labelOf(`${list}[].${name}`) })),
          ]}
          rows={items.map((item) => [
            <bdi>{item.displayText || item.name}</bdi>,
            item.quantity,
            item.unit ?? "",
            ...noted.map((name) => <bdi>{[item[name] ?? []].flat().join(", ")}</bdi>),
          ])}
        />
      )}
      {rest.gtin !== undefined && (
        <div class="section-head">
          <h3>Barcode</h3>
          {hasScope(workspace.actor, CHANGE_LINK_SCOPE) && (
            <LinkButton href={`${path}/barcode`}>Edit pages and lots</LinkButton>
          )}
        </div>
      )}
      {rest.gtinLinks && (
        <Table
          caption={labelOf("gtinLinks")}
          columns={["type", "language", "url", "title"].map((name) => labelOf(`gtinLinks[].${name}`))}
          rows={rest.gtinLinks.map(({ type, language, url, title }) => [
            CHOICE_LABELS[type] ?? type,
            language ?? <span class="quiet">Everybody</span>,
            <bdi>{url}</bdi>,
            <bdi>{title ?? ""}</bdi>,
          ])}
        />
      )}
      {rest.gtinLots && (
        <Table
          caption={labelOf("gtinLots")}
          columns={["lot", "url", "title"].map((name) => labelOf(`gtinLots[].${name}`))}
          rows={rest.gtinLots.map(({ lot, url, title }) => [
            <bdi>{lot}</bdi>,
            <bdi>{url}</bdi>,
            <bdi>{title ?? ""}</bdi>,
          ])}
        />
      )}
      {metadata && <FoldedJson label={labelOf("metadata")} value={metadata} />}
    </section>
  );
};

/** Fields whose values may be words of the API. */
const CHOICES =
  /^(?:options\.|forwardQuery$|tracking\.viaAsUtmSource$|page\.(?:pick|soldOut|skipSingle|language)$)/;

/** The fields with one value or a list of texts, by their paths. Lists of objects are shown as tables. */
function simpleFields(value: object, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]): [string, string][] => {
    const field = prefix + name;
    if (Array.isArray(member)) {
      const texts = member.filter((each) => typeof each === "string");
      return texts.length > 0 ? [[field, texts.join("\n")]] : [];
    }
    if (typeof member === "object" && member !== null) return simpleFields(member, `${field}.`);
    if (member === undefined || member === "") return [];
    const text = /^schedule\.active/.test(field) ? valueText(field, member, 100) : String(member);
    const isChoice = CHOICES.test(field) && Object.hasOwn(CHOICE_LABELS, text);
    return [[field, (isChoice && CHOICE_LABELS[text]) || text]];
  });
}

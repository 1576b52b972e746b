import type { Child } from "hono/jsx";
import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import { definitionOf, type Link } from "../../links/link.ts";
import type { AnyOptions } from "../../retailers/definition.ts";
import { Facts, Time } from "../components/facts.tsx";
import { Table } from "../components/table.tsx";
import type { Place } from "../context.ts";
import { CHOICE_WORDS, wordsOf } from "../link-form/form-words.ts";
import { INTENT_NAMES } from "../link-form/variant-words.ts";
import { Tags } from "./link-table.tsx";

/** What a link is: everything that it was defined by, in the words of the form. */
export const Definition = ({ place, link }: { place: Place; link: Link }) => {
  const { name, projectId, retailer, intent, products, metadata, tracking, ...rest } = definitionOf(link);
  const { tags, ...campaign } = tracking ?? {};
  const fields = leaves({ ...rest, tracking: campaign });
  // Options of whichever variant.
  const options: AnyOptions = link.options;
  const items = options?.delivery_app?.shoppingList?.lineItems ?? options?.delivery_app?.recipe?.ingredients;
  return (
    <section class="section" id="definition">
      <h2>What it is</h2>
      <div class="sheet">
        <Facts
          facts={[
            ["Project", <bdi>{projectId}</bdi>],
            ["Retailer", RETAILER_NAMES[retailer]],
            ["Made for", INTENT_NAMES[intent]],
            ["Tags", tags && tags.length > 0 && <Tags path={`${place.base}/links`} tags={tags} />],
            ...fields.map(([field, value]): [string, Child] => [wordsOf(field).label, <bdi>{value}</bdi>]),
            ["Created", <Time at={link.createdAt} />],
            ["Changed", <Time at={link.updatedAt} />],
            ["Link id", <code>{link.id}</code>],
          ]}
        />
      </div>
      {products && (
        <Table
          caption="Products"
          columns={[
            { label: "Product id" },
            { label: "Quantity", numeric: true },
            { label: "Backup product ids" },
          ]}
          rows={products.map(({ retailerProductId, quantity, backupProductIds = [] }) => [
            <bdi>{retailerProductId}</bdi>,
            quantity,
            backupProductIds.length > 0 ? (
              <bdi>{backupProductIds.join(", ")}</bdi>
            ) : (
              <span class="quiet">None</span>
            ),
          ])}
        />
      )}
      {items && (
        <Table
          caption="Items"
          columns={[{ label: "Item" }, { label: "Quantity", numeric: true }, { label: "Unit" }]}
          rows={items.map((item) => [
            <bdi>{item.displayText || item.name}</bdi>,
            item.quantity,
            item.unit ?? "",
          ])}
        />
      )}
      {metadata && (
        <details class="after-table">
          <summary>Metadata</summary>
          <section class="code" tabindex={0} aria-label="Metadata">
            {JSON.stringify(metadata, null, 2)}
          </section>
        </details>
      )}
    </section>
  );
};

/** The fields of a definition that have one value, or a list of texts, by their paths; the lists of objects are tables. */
function leaves(value: object, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]): [string, string][] => {
    const field = prefix + name;
    if (Array.isArray(member)) {
      const texts = member.filter((each) => typeof each === "string");
      return texts.length > 0 ? [[field, texts.join("\n")]] : [];
    }
    if (typeof member === "object" && member !== null) return leaves(member, `${field}.`);
    if (member === undefined || member === "") return [];
    const text = String(member);
    const isChoice = field.startsWith("options.") && Object.hasOwn(CHOICE_WORDS, text);
    return [[field, (isChoice && CHOICE_WORDS[text]) || text]];
  });
}

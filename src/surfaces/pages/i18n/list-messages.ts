import { textTable } from "../../../ground/core/text-table.ts";
import type { Language } from "./languages.ts";

/** The texts of pages of lists and recipes besides their owners' texts. `about` says what `find` does. */
// biome-ignore format: a row for each language.
export const LIST_MESSAGES = textTable(["by", "serves", "ingredients", "items", "notes", "instructions", "shopIngredients", "shopItems", "find", "seeAt", "about", "aboutStore"], {
  en: ["By {name}", "Serves {count}", "Ingredients", "Items", "Notes", "Instructions", "Shop all ingredients", "Shop all items", "Find", "See it at {host}", "“Find” searches for the item on Instacart, where you choose the store.", "“Find” searches for the item at {store} on Instacart."],
  de: ["Von {name}", "Für {count} Personen", "Zutaten", "Artikel", "Hinweise", "Zubereitung", "Alle Zutaten einkaufen", "Alle Artikel einkaufen", "Suchen", "Auf {host} ansehen", "„Suchen“ sucht einen Artikel bei Instacart, wo Sie das Geschäft wählen.", "„Suchen“ sucht einen Artikel bei {store} auf Instacart."],
  fr: ["Par {name}", "Pour {count} personnes", "Ingrédients", "Articles", "Remarques", "Préparation", "Acheter tous les ingrédients", "Acheter tous les articles", "Chercher", "Voir sur {host}", "« Chercher » recherche un article sur Instacart, où vous choisissez le magasin.", "« Chercher » recherche un article chez {store} sur Instacart."],
  es: ["De {name}", "Para {count} personas", "Ingredientes", "Artículos", "Notas", "Preparación", "Comprar todos los ingredientes", "Comprar todos los artículos", "Buscar", "Ver en {host}", "«Buscar» busca un artículo en Instacart, donde eliges la tienda.", "«Buscar» busca un artículo de {store} en Instacart."],
  it: ["Di {name}", "Per {count} persone", "Ingredienti", "Articoli", "Note", "Preparazione", "Acquista tutti gli ingredienti", "Acquista tutti gli articoli", "Cerca", "Vedi su {host}", "«Cerca» cerca un articolo su Instacart, dove scegli il negozio.", "«Cerca» cerca un articolo da {store} su Instacart."],
  nl: ["Van {name}", "Voor {count} personen", "Ingrediënten", "Artikelen", "Opmerkingen", "Bereiding", "Alle ingrediënten kopen", "Alle artikelen kopen", "Zoeken", "Bekijk op {host}", "“Zoeken” zoekt een artikel bij Instacart, waar u de winkel kiest.", "“Zoeken” zoekt een artikel bij {store} op Instacart."],
  pt: ["De {name}", "Para {count} pessoas", "Ingredientes", "Artigos", "Notas", "Preparação", "Comprar todos os ingredientes", "Comprar todos os artigos", "Procurar", "Ver em {host}", "“Procurar” procura um artigo no Instacart, onde escolhe a loja.", "“Procurar” procura um artigo de {store} no Instacart."],
  pl: ["Autor: {name}", "Liczba porcji: {count}", "Składniki", "Produkty", "Uwagi", "Przygotowanie", "Kup wszystkie składniki", "Kup wszystkie produkty", "Szukaj", "Zobacz na {host}", "„Szukaj” wyszukuje produkt w Instacart, gdzie wybierasz sklep.", "„Szukaj” wyszukuje produkt w sklepie {store} w Instacart."],
  ja: ["{name}", "{count}人分", "材料", "商品", "メモ", "作り方", "材料をまとめて買う", "商品をまとめて買う", "探す", "{host}で見る", "「探す」は Instacart で商品を検索します。店舗はそこで選べます。", "「探す」は Instacart の {store} で商品を検索します。"],
  zh: ["{name}", "{count} 人份", "配料", "商品", "备注", "做法", "购买全部配料", "购买全部商品", "查找", "在 {host} 查看", "“查找”会在 Instacart 搜索商品，您可在那里选择商店。", "“查找”会在 Instacart 上的 {store} 搜索商品。"],
});
export type ListMessages = (typeof LIST_MESSAGES)["en"];

/** The forms of a word by the number before it, keyed by Intl.PluralRules; `other` is the default. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** What a list has, with its number. */
// biome-ignore format: a row for each language.
const COUNTED = textTable<Language, readonly ["ingredients", "items"], Forms>(["ingredients", "items"], {
  en: [{ one: "{count} ingredient", other: "{count} ingredients" }, { one: "{count} item", other: "{count} items" }],
  de: [{ one: "{count} Zutat", other: "{count} Zutaten" }, { other: "{count} Artikel" }],
  fr: [{ one: "{count} ingrédient", other: "{count} ingrédients" }, { one: "{count} article", other: "{count} articles" }],
  es: [{ one: "{count} ingrediente", other: "{count} ingredientes" }, { one: "{count} artículo", other: "{count} artículos" }],
  it: [{ one: "{count} ingrediente", other: "{count} ingredienti" }, { one: "{count} articolo", other: "{count} articoli" }],
  nl: [{ one: "{count} ingrediënt", other: "{count} ingrediënten" }, { one: "{count} artikel", other: "{count} artikelen" }],
  pt: [{ one: "{count} ingrediente", other: "{count} ingredientes" }, { one: "{count} artigo", other: "{count} artigos" }],
  pl: [{ one: "{count} składnik", few: "{count} składniki", other: "{count} składników" }, { one: "{count} produkt", few: "{count} produkty", other: "{count} produktów" }],
  ja: [{ other: "材料{count}点" }, { other: "商品{count}点" }],
  zh: [{ other: "{count} 种配料" }, { other: "{count} 件商品" }],
});

export function counted(count: number, what: "ingredients" | "items", language: Language): string {
  const forms = COUNTED[language][what];
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace("{count}", String(count));
}

import type { Language } from "./languages.ts";

/** The forms of a word by the number before it, keyed by Intl.PluralRules; `other` is the default. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The texts of pages of lists and recipes besides their owners' texts. `{…}` is a placeholder. */
export interface ListMessages {
  by: string;
  serves: string;
  ingredients: string;
  items: string;
  countedIngredients: Forms;
  countedItems: Forms;
  notes: string;
  instructions: string;
  /** The button that opens the delivery app with all items. */
  shopIngredients: string;
  shopItems: string;
  find: string;
  seeAt: string;
  /** What "Find" does. */
  about: string;
}

/** The texts of these pages by language. */
export const LIST_MESSAGES: Readonly<Record<Language, ListMessages>> = {
  en: {
    by: "By {name}",
    serves: "Serves {count}",
    ingredients: "Ingredients",
    items: "Items",
    countedIngredients: { one: "{count} ingredient", other: "{count} ingredients" },
    countedItems: { one: "{count} item", other: "{count} items" },
    notes: "Notes",
    instructions: "Instructions",
    shopIngredients: "Shop all ingredients",
    shopItems: "Shop all items",
    find: "Find",
    seeAt: "See it at {host}",
    about: "“Find” searches for the item on Instacart, where you choose the store.",
  },
  de: {
    by: "Von {name}",
    serves: "Für {count} Personen",
    ingredients: "Zutaten",
    items: "Artikel",
    countedIngredients: { one: "{count} Zutat", other: "{count} Zutaten" },
    countedItems: { other: "{count} Artikel" },
    notes: "Hinweise",
    instructions: "Zubereitung",
    shopIngredients: "Alle Zutaten einkaufen",
    shopItems: "Alle Artikel einkaufen",
    find: "Suchen",
    seeAt: "Auf {host} ansehen",
    about: "„Suchen“ sucht einen Artikel bei Instacart, wo Sie das Geschäft wählen.",
  },
  fr: {
    by: "Par {name}",
    serves: "Pour {count} personnes",
    ingredients: "Ingrédients",
    items: "Articles",
    countedIngredients: { one: "{count} ingrédient", other: "{count} ingrédients" },
    countedItems: { one: "{count} article", other: "{count} articles" },
    notes: "Remarques",
    instructions: "Préparation",
    shopIngredients: "Acheter tous les ingrédients",
    shopItems: "Acheter tous les articles",
    find: "Chercher",
    seeAt: "Voir sur {host}",
    about: "« Chercher » recherche un article sur Instacart, où vous choisissez le magasin.",
  },
  es: {
    by: "De {name}",
    serves: "Para {count} personas",
    ingredients: "Ingredientes",
    items: "Artículos",
    countedIngredients: { one: "{count} ingrediente", other: "{count} ingredientes" },
    countedItems: { one: "{count} artículo", other: "{count} artículos" },
    notes: "Notas",
    instructions: "Preparación",
    shopIngredients: "Comprar todos los ingredientes",
    shopItems: "Comprar todos los artículos",
    find: "Buscar",
    seeAt: "Ver en {host}",
    about: "«Buscar» busca un artículo en Instacart, donde eliges la tienda.",
  },
  it: {
    by: "Di {name}",
    serves: "Per {count} persone",
    ingredients: "Ingredienti",
    items: "Articoli",
    countedIngredients: { one: "{count} ingrediente", other: "{count} ingredienti" },
    countedItems: { one: "{count} articolo", other: "{count} articoli" },
    notes: "Note",
    instructions: "Preparazione",
    shopIngredients: "Acquista tutti gli ingredienti",
    shopItems: "Acquista tutti gli articoli",
    find: "Cerca",
    seeAt: "Vedi su {host}",
    about: "«Cerca» cerca un articolo su Instacart, dove scegli il negozio.",
  },
  nl: {
    by: "Van {name}",
    serves: "Voor {count} personen",
    ingredients: "Ingrediënten",
    items: "Artikelen",
    countedIngredients: { one: "{count} ingrediënt", other: "{count} ingrediënten" },
    countedItems: { one: "{count} artikel", other: "{count} artikelen" },
    notes: "Opmerkingen",
    instructions: "Bereiding",
    shopIngredients: "Alle ingrediënten kopen",
    shopItems: "Alle artikelen kopen",
    find: "Zoeken",
    seeAt: "Bekijk op {host}",
    about: "“Zoeken” zoekt een artikel bij Instacart, waar u de winkel kiest.",
  },
  pt: {
    by: "De {name}",
    serves: "Para {count} pessoas",
    ingredients: "Ingredientes",
    items: "Artigos",
    countedIngredients: { one: "{count} ingrediente", other: "{count} ingredientes" },
    countedItems: { one: "{count} artigo", other: "{count} artigos" },
    notes: "Notas",
    instructions: "Preparação",
    shopIngredients: "Comprar todos os ingredientes",
    shopItems: "Comprar todos os artigos",
    find: "Procurar",
    seeAt: "Ver em {host}",
    about: "“Procurar” procura um artigo no Instacart, onde escolhe a loja.",
  },
  pl: {
    by: "Autor: {name}",
    serves: "Liczba porcji: {count}",
    ingredients: "Składniki",
    items: "Produkty",
    countedIngredients: { one: "{count} składnik", few: "{count} składniki", other: "{count} składników" },
    countedItems: { one: "{count} produkt", few: "{count} produkty", other: "{count} produktów" },
    notes: "Uwagi",
    instructions: "Przygotowanie",
    shopIngredients: "Kup wszystkie składniki",
    shopItems: "Kup wszystkie produkty",
    find: "Szukaj",
    seeAt: "Zobacz na {host}",
    about: "„Szukaj” wyszukuje produkt w Instacart, gdzie wybierasz sklep.",
  },
  ja: {
    by: "{name}",
    serves: "{count}人分",
    ingredients: "材料",
    items: "商品",
    countedIngredients: { other: "材料{count}点" },
    countedItems: { other: "商品{count}点" },
    notes: "メモ",
    instructions: "作り方",
    shopIngredients: "材料をまとめて買う",
    shopItems: "商品をまとめて買う",
    find: "探す",
    seeAt: "{host}で見る",
    about: "「探す」は Instacart で商品を検索します。店舗はそこで選べます。",
  },
  zh: {
    by: "{name}",
    serves: "{count} 人份",
    ingredients: "配料",
    items: "商品",
    countedIngredients: { other: "{count} 种配料" },
    countedItems: { other: "{count} 件商品" },
    notes: "备注",
    instructions: "做法",
    shopIngredients: "购买全部配料",
    shopItems: "购买全部商品",
    find: "查找",
    seeAt: "在 {host} 查看",
    about: "“查找”会在 Instacart 搜索商品，您可在那里选择商店。",
  },
};

/** A number with its word. */
export function counted(count: number, forms: Forms, language: Language): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace("{count}", String(count));
}

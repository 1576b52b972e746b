import type { Zone } from "../core/zone.ts";
import type { PageLanguage } from "../short-links/choice.ts";
import type { Alert, AlertType } from "./alerts.ts";

/** The sentence of each alert, and what is around them. Names in braces are the fields of the event, and \`name\`. */
type AlertMessages = Readonly<Record<AlertType | "open" | "more", string>>;

/** The texts of mails by language. */
export const ALERT_MESSAGES: Readonly<Record<PageLanguage, AlertMessages>> = {
  en: {
    "product.unavailable": "{name}: a product and its backups are sold out.",
    "product.back": "{name}: a product can be bought again.",
    "link.broken": "{name}: a destination no longer works.",
    "page.failed": "{name}: the delivery app did not make the page.",
    "link.ending": "{name} ends on {activeUntil}.",
    "code.not_scanned": "{name}: a printed code ({identifier}) was not scanned in 14 days.",
    "visits.unusual": "{name}: {visits} visits on {day}, usually {usual}.",
    "visits.threshold": "{name} has reached {at} ({counts}).",
    "api_key.expiring": "The API key {name} expires on {expiresAt}.",
    "quota.near": "80% of a quota is used: {name}, {used} of {allowed}.",
    open: "Open",
    more: "and {more} more",
  },
  de: {
    "product.unavailable": "{name}: Ein Produkt und seine Ersatzprodukte sind ausverkauft.",
    "product.back": "{name}: Ein Produkt ist wieder erhältlich.",
    "link.broken": "{name}: Ein Ziel funktioniert nicht mehr.",
    "page.failed": "{name}: Die Liefer-App hat die Seite nicht erstellt.",
    "link.ending": "{name} endet am {activeUntil}.",
    "code.not_scanned": "{name}: Ein gedruckter Code ({identifier}) wurde 14 Tage lang nicht gescannt.",
    "visits.unusual": "{name}: {visits} Besuche am {day}, sonst {usual}.",
    "visits.threshold": "{name} hat {at} erreicht ({counts}).",
    "api_key.expiring": "Der API-Schlüssel {name} läuft am {expiresAt} ab.",
    "quota.near": "80 % eines Kontingents sind verbraucht: {name}, {used} von {allowed}.",
    open: "Öffnen",
    more: "und {more} weitere",
  },
  fr: {
    "product.unavailable": "{name} : un produit et ses remplaçants sont épuisés.",
    "product.back": "{name} : un produit est de nouveau disponible.",
    "link.broken": "{name} : une destination ne fonctionne plus.",
    "page.failed": "{name} : l’application de livraison n’a pas créé la page.",
    "link.ending": "{name} se termine le {activeUntil}.",
    "code.not_scanned": "{name} : un code imprimé ({identifier}) n’a pas été scanné en 14 jours.",
    "visits.unusual": "{name} : {visits} visites le {day}, d’habitude {usual}.",
    "visits.threshold": "{name} a atteint {at} ({counts}).",
    "api_key.expiring": "La clé API {name} expire le {expiresAt}.",
    "quota.near": "80 % d’un quota sont utilisés : {name}, {used} sur {allowed}.",
    open: "Ouvrir",
    more: "et {more} autres",
  },
  es: {
    "product.unavailable": "{name}: un producto y sus alternativas están agotados.",
    "product.back": "{name}: un producto vuelve a estar disponible.",
    "link.broken": "{name}: un destino ya no funciona.",
    "page.failed": "{name}: la aplicación de reparto no creó la página.",
    "link.ending": "{name} termina el {activeUntil}.",
    "code.not_scanned": "{name}: un código impreso ({identifier}) no se ha escaneado en 14 días.",
    "visits.unusual": "{name}: {visits} visitas el {day}, normalmente {usual}.",
    "visits.threshold": "{name} ha alcanzado {at} ({counts}).",
    "api_key.expiring": "La clave de API {name} caduca el {expiresAt}.",
    "quota.near": "Se ha usado el 80 % de una cuota: {name}, {used} de {allowed}.",
    open: "Abrir",
    more: "y {more} más",
  },
  it: {
    "product.unavailable": "{name}: un prodotto e le sue alternative sono esauriti.",
    "product.back": "{name}: un prodotto è di nuovo disponibile.",
    "link.broken": "{name}: una destinazione non funziona più.",
    "page.failed": "{name}: l’app di consegna non ha creato la pagina.",
    "link.ending": "{name} termina il {activeUntil}.",
    "code.not_scanned": "{name}: un codice stampato ({identifier}) non è stato scansionato per 14 giorni.",
    "visits.unusual": "{name}: {visits} visite il {day}, di solito {usual}.",
    "visits.threshold": "{name} ha raggiunto {at} ({counts}).",
    "api_key.expiring": "La chiave API {name} scade il {expiresAt}.",
    "quota.near": "L’80 % di una quota è usato: {name}, {used} di {allowed}.",
    open: "Apri",
    more: "e altri {more}",
  },
  nl: {
    "product.unavailable": "{name}: een product en de alternatieven zijn uitverkocht.",
    "product.back": "{name}: een product is weer te koop.",
    "link.broken": "{name}: een bestemming werkt niet meer.",
    "page.failed": "{name}: de bezorgapp heeft de pagina niet gemaakt.",
    "link.ending": "{name} eindigt op {activeUntil}.",
    "code.not_scanned": "{name}: een gedrukte code ({identifier}) is 14 dagen niet gescand.",
    "visits.unusual": "{name}: {visits} bezoeken op {day}, normaal {usual}.",
    "visits.threshold": "{name} heeft {at} bereikt ({counts}).",
    "api_key.expiring": "De API-sleutel {name} verloopt op {expiresAt}.",
    "quota.near": "80 % van een quotum is gebruikt: {name}, {used} van {allowed}.",
    open: "Openen",
    more: "en nog {more}",
  },
  pt: {
    "product.unavailable": "{name}: um produto e as suas alternativas estão esgotados.",
    "product.back": "{name}: um produto está novamente disponível.",
    "link.broken": "{name}: um destino deixou de funcionar.",
    "page.failed": "{name}: a aplicação de entregas não criou a página.",
    "link.ending": "{name} termina em {activeUntil}.",
    "code.not_scanned": "{name}: um código impresso ({identifier}) não foi lido em 14 dias.",
    "visits.unusual": "{name}: {visits} visitas em {day}, normalmente {usual}.",
    "visits.threshold": "{name} atingiu {at} ({counts}).",
    "api_key.expiring": "A chave de API {name} expira em {expiresAt}.",
    "quota.near": "80 % de uma quota está usada: {name}, {used} de {allowed}.",
    open: "Abrir",
    more: "e mais {more}",
  },
  pl: {
    "product.unavailable": "{name}: produkt i jego zamienniki są wyprzedane.",
    "product.back": "{name}: produkt jest znów dostępny.",
    "link.broken": "{name}: adres docelowy przestał działać.",
    "page.failed": "{name}: aplikacja dostawcza nie utworzyła strony.",
    "link.ending": "{name} kończy się {activeUntil}.",
    "code.not_scanned": "{name}: wydrukowany kod ({identifier}) nie został zeskanowany przez 14 dni.",
    "visits.unusual": "{name}: liczba wizyt {day}: {visits}, zwykle {usual}.",
    "visits.threshold": "{name}: osiągnięto {at} ({counts}).",
    "api_key.expiring": "Klucz API {name} wygasa {expiresAt}.",
    "quota.near": "Wykorzystano 80 % limitu: {name}, {used} z {allowed}.",
    open: "Otwórz",
    more: "i {more} więcej",
  },
  ja: {
    "product.unavailable": "{name}：商品と代替品が売り切れです。",
    "product.back": "{name}：商品が再び購入可能になりました。",
    "link.broken": "{name}：リンク先が機能していません。",
    "page.failed": "{name}：配達アプリがページを作成できませんでした。",
    "link.ending": "{name}は{activeUntil}に終了します。",
    "code.not_scanned": "{name}：印刷用コード（{identifier}）が14日間スキャンされていません。",
    "visits.unusual": "{name}：{day}の訪問数は{visits}（通常は{usual}）です。",
    "visits.threshold": "{name}が{at}に達しました（{counts}）。",
    "api_key.expiring": "APIキー「{name}」は{expiresAt}に期限切れになります。",
    "quota.near": "割り当ての80 %を使用しました：{name}、{allowed}のうち{used}。",
    open: "開く",
    more: "ほか{more}件",
  },
  zh: {
    "product.unavailable": "{name}：商品及其备选商品已售罄。",
    "product.back": "{name}：商品已恢复供应。",
    "link.broken": "{name}：目标页面已失效。",
    "page.failed": "{name}：配送应用未能创建页面。",
    "link.ending": "{name} 将于 {activeUntil} 结束。",
    "code.not_scanned": "{name}：印刷的二维码（{identifier}）14 天内无人扫描。",
    "visits.unusual": "{name}：{day} 的访问量为 {visits}，通常为 {usual}。",
    "visits.threshold": "{name} 已达到 {at}（{counts}）。",
    "api_key.expiring": "API 密钥 {name} 将于 {expiresAt} 过期。",
    "quota.near": "配额已使用 80 %：{name}，{allowed} 中的 {used}。",
    open: "打开",
    more: "以及另外 {more} 项",
  },
};

/** How people read the fields of events: times as days in the time zone of the organization. */
function textOf(field: string, value: unknown, language: PageLanguage, zone: Zone): string {
  if (typeof value === "number") return value.toLocaleString(language);
  const text = String(value ?? "");
  if (field !== "day" && field !== "activeUntil" && field !== "expiresAt") return text;
  const day = field === "day" ? text : zone.dayOf(new Date(text));
  return new Date(day).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
}

/** An alert as a sentence. */
export const sentenceOf = ({ type, name, data }: Alert, language: PageLanguage, zone: Zone): string =>
  ALERT_MESSAGES[language][type].replace(/\{(\w+)\}/g, (_, field: string) =>
    textOf(field, field === "name" ? name : data[field], language, zone),
  );

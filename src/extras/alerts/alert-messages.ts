import type { PageLanguage } from "../../ground/core/page-languages.ts";
import { textTable } from "../../ground/core/text-table.ts";
import type { Zone } from "../../ground/core/zone.ts";
import type { Alert } from "./alerts.ts";

/** The sentence of each alert, and the texts around them. Names in braces are the fields of the event, and `name`. */
// biome-ignore format: a row for each language.
export const alertMessages = textTable(["product.unavailable", "product.back", "link.broken", "page.failed", "link.ending", "code.not_scanned", "visits.unusual", "api_key.expiring", "webhook.disabled", "quota.near", "open", "more"], {
  en: ["{name}: a product and its backups are sold out.", "{name}: a product can be bought again.", "{name}: a destination no longer works.", "{name}: the delivery app did not make the page.", "{name} ends on {activeUntil}.", "{name}: nobody has scanned a printed code ({identifier}) in 14 days.", "{name}: {visits} visits on {day}, usually {usual}.", "The API key {name} expires on {expiresAt}.", "{name}: the webhook was switched off.", "80% of a quota is used: {quota}, {used} of {allowed}.", "Open", "and {more} more"],
  de: ["{name}: Ein Produkt und seine Ersatzprodukte sind ausverkauft.", "{name}: Ein Produkt ist wieder erhältlich.", "{name}: Ein Ziel funktioniert nicht mehr.", "{name}: Die Liefer-App hat die Seite nicht erstellt.", "{name} endet am {activeUntil}.", "{name}: Ein gedruckter Code ({identifier}) wurde 14 Tage lang nicht gescannt.", "{name}: {visits} Besuche am {day}, sonst {usual}.", "Der API-Schlüssel {name} läuft am {expiresAt} ab.", "{name}: Der Webhook wurde abgeschaltet.", "80 % eines Kontingents sind verbraucht: {quota}, {used} von {allowed}.", "Öffnen", "und {more} weitere"],
  fr: ["{name} : un produit et ses remplaçants sont épuisés.", "{name} : un produit est de nouveau disponible.", "{name} : une destination ne fonctionne plus.", "{name} : l’application de livraison n’a pas créé la page.", "{name} se termine le {activeUntil}.", "{name} : un code imprimé ({identifier}) n’a pas été scanné en 14 jours.", "{name} : {visits} visites le {day}, d’habitude {usual}.", "La clé API {name} expire le {expiresAt}.", "{name} : le webhook a été désactivé.", "80 % d’un quota sont utilisés : {quota}, {used} sur {allowed}.", "Ouvrir", "et {more} autres"],
  es: ["{name}: un producto y sus alternativas están agotados.", "{name}: un producto vuelve a estar disponible.", "{name}: un destino ya no funciona.", "{name}: la aplicación de reparto no creó la página.", "{name} termina el {activeUntil}.", "{name}: un código impreso ({identifier}) no se ha escaneado en 14 días.", "{name}: {visits} visitas el {day}, normalmente {usual}.", "La clave de API {name} caduca el {expiresAt}.", "{name}: el webhook se ha desactivado.", "Se ha usado el 80 % de una cuota: {quota}, {used} de {allowed}.", "Abrir", "y {more} más"],
  it: ["{name}: un prodotto e le sue alternative sono esauriti.", "{name}: un prodotto è di nuovo disponibile.", "{name}: una destinazione non funziona più.", "{name}: l’app di consegna non ha creato la pagina.", "{name} termina il {activeUntil}.", "{name}: un codice stampato ({identifier}) non è stato scansionato per 14 giorni.", "{name}: {visits} visite il {day}, di solito {usual}.", "La chiave API {name} scade il {expiresAt}.", "{name}: il webhook è stato disattivato.", "L’80 % di una quota è usato: {quota}, {used} di {allowed}.", "Apri", "e altri {more}"],
  nl: ["{name}: een product en de alternatieven zijn uitverkocht.", "{name}: een product is weer te koop.", "{name}: een bestemming werkt niet meer.", "{name}: de bezorgapp heeft de pagina niet gemaakt.", "{name} eindigt op {activeUntil}.", "{name}: een gedrukte code ({identifier}) is 14 dagen niet gescand.", "{name}: {visits} bezoeken op {day}, normaal {usual}.", "De API-sleutel {name} verloopt op {expiresAt}.", "{name}: de webhook is uitgeschakeld.", "80 % van een quotum is gebruikt: {quota}, {used} van {allowed}.", "Openen", "en nog {more}"],
  pt: ["{name}: um produto e as suas alternativas estão esgotados.", "{name}: um produto está novamente disponível.", "{name}: um destino deixou de funcionar.", "{name}: a aplicação de entregas não criou a página.", "{name} termina em {activeUntil}.", "{name}: um código impresso ({identifier}) não foi lido em 14 dias.", "{name}: {visits} visitas em {day}, normalmente {usual}.", "A chave de API {name} expira em {expiresAt}.", "{name}: o webhook foi desativado.", "80 % de uma quota está usada: {quota}, {used} de {allowed}.", "Abrir", "e mais {more}"],
  pl: ["{name}: produkt i jego zamienniki są wyprzedane.", "{name}: produkt jest znów dostępny.", "{name}: adres docelowy przestał działać.", "{name}: aplikacja dostawcza nie utworzyła strony.", "{name} kończy się {activeUntil}.", "{name}: wydrukowany kod ({identifier}) nie został zeskanowany przez 14 dni.", "{name}: liczba wizyt {day}: {visits}, zwykle {usual}.", "Klucz API {name} wygasa {expiresAt}.", "{name}: webhook został wyłączony.", "Wykorzystano 80 % limitu: {quota}, {used} z {allowed}.", "Otwórz", "i {more} więcej"],
  ja: ["{name}：商品と代替品が売り切れです。", "{name}：商品が再び購入可能になりました。", "{name}：リンク先が機能していません。", "{name}：配達アプリがページを作成できませんでした。", "{name}は{activeUntil}に終了します。", "{name}：印刷用コード（{identifier}）が14日間スキャンされていません。", "{name}：{day}の訪問数は{visits}（通常は{usual}）です。", "APIキー「{name}」は{expiresAt}に期限切れになります。", "{name}：Webhookが無効になりました。", "割り当ての80 %を使用しました：{quota}、{allowed}のうち{used}。", "開く", "ほか{more}件"],
  zh: ["{name}：商品及其备选商品已售罄。", "{name}：商品已恢复供应。", "{name}：目标页面已失效。", "{name}：配送应用未能创建页面。", "{name} 将于 {activeUntil} 结束。", "{name}：印刷的二维码（{identifier}）14 天内无人扫描。", "{name}：{day} 的访问量为 {visits}，通常为 {usual}。", "API 密钥 {name} 将于 {expiresAt} 过期。", "{name}：Webhook 已停用。", "配额已使用 80 %：{quota}，{allowed} 中的 {used}。", "打开", "以及另外 {more} 项"],
});

/** How people read the fields of events: times as days in the time zone of the organization, names of ours as words. */
function textOf(field: string, value: unknown, language: PageLanguage, zone: Zone): string {
  if (typeof value === "number") return value.toLocaleString(language);
  const text = String(value ?? "");
  if (field === "quota") return text.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (field !== "day" && field !== "activeUntil" && field !== "expiresAt") return text;
  const day = field === "day" ? text : zone.dayOf(new Date(text));
  return new Date(day).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
}

export const sentenceOf = ({ type, name, data }: Alert, language: PageLanguage, zone: Zone): string =>
  alertMessages[language][type].replace(/\{(\w+)\}/g, (_, field: string) =>
    textOf(field, field === "name" ? name : data[field], language, zone),
  );

import { textTable } from "../../ground/core/text-table.ts";

/** The texts of a mailed report. `{date}` is a day. */
// biome-ignore format: a row for each language.
export const reportMessages = textTable(["visits", "scans", "clicks", "before", "topLinks", "attention", "pageFailed", "broken", "unavailable", "ends", "open"], {
  en: ["Visits", "Scans", "Clicks", "Before", "Top links", "Needs attention", "The page could not be created", "A destination no longer works", "Products are unavailable", "Ends on {date}", "Open the report"],
  de: ["Besuche", "Scans", "Klicks", "Zuvor", "Häufigste Links", "Braucht Aufmerksamkeit", "Die Seite konnte nicht erstellt werden", "Ein Ziel funktioniert nicht mehr", "Produkte sind nicht verfügbar", "Endet am {date}", "Bericht öffnen"],
  fr: ["Visites", "Scans", "Clics", "Avant", "Liens les plus visités", "À vérifier", "La page n’a pas pu être créée", "Une destination ne fonctionne plus", "Des produits sont indisponibles", "Se termine le {date}", "Ouvrir le rapport"],
  es: ["Visitas", "Escaneos", "Clics", "Antes", "Enlaces principales", "Requiere atención", "No se pudo crear la página", "Un destino ya no funciona", "Hay productos no disponibles", "Termina el {date}", "Abrir el informe"],
  it: ["Visite", "Scansioni", "Clic", "Prima", "Link principali", "Richiede attenzione", "Non è stato possibile creare la pagina", "Una destinazione non funziona più", "Alcuni prodotti non sono disponibili", "Termina il {date}", "Apri il report"],
  nl: ["Bezoeken", "Scans", "Klikken", "Eerder", "Populairste links", "Vraagt aandacht", "De pagina kon niet worden gemaakt", "Een bestemming werkt niet meer", "Producten zijn niet beschikbaar", "Eindigt op {date}", "Rapport openen"],
  pt: ["Visitas", "Leituras", "Cliques", "Antes", "Ligações principais", "Requer atenção", "Não foi possível criar a página", "Um destino deixou de funcionar", "Há produtos indisponíveis", "Termina a {date}", "Abrir o relatório"],
  pl: ["Wizyty", "Skany", "Kliknięcia", "Wcześniej", "Najpopularniejsze linki", "Wymaga uwagi", "Nie udało się utworzyć strony", "Adres docelowy przestał działać", "Produkty są niedostępne", "Kończy się {date}", "Otwórz raport"],
  ja: ["訪問数", "スキャン数", "クリック数", "前の期間", "上位のリンク", "要確認", "ページを作成できませんでした", "リンク先が機能していません", "商品が在庫切れです", "{date}に終了します", "レポートを開く"],
  zh: ["访问量", "扫码量", "点击量", "之前", "热门链接", "需要关注", "无法创建页面", "目标页面已失效", "商品不可用", "将于{date}结束", "打开报告"],
});
export type ReportMessages = (typeof reportMessages)["en"];

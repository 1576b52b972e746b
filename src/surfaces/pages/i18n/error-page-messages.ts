import { textTable } from "../../../ground/core/text-table.ts";
import type { Language } from "./languages.ts";

export type Message = readonly [title: string, text: string];
/** Why a link or list can't be shown: `early` before the offer begins, `limited` after too many requests for unknown pages. */
const PROBLEMS = ["unknown", "ended", "early", "unavailable", "limited"] as const;
export type PageProblem = (typeof PROBLEMS)[number];

/** The messages for each problem. `{time}` is when the offer begins. */
// biome-ignore format: a row for each language.
export const ERROR_PAGE_MESSAGES = textTable<Language, typeof PROBLEMS, Message>(PROBLEMS, {
  en: [["Page not found", "There is nothing at this address. Check that it is complete, or scan the code again."], ["This offer has ended", "It is no longer available here."], ["Not yet", "This offer begins on {time}."], ["Back in a moment", "This page cannot be shown right now. Try again shortly."], ["Too many attempts", "Too many requests for pages that do not exist. Wait a minute and try again."]],
  de: [["Seite nicht gefunden", "Unter dieser Adresse gibt es nichts. Prüfen Sie, ob sie vollständig ist, oder scannen Sie den Code erneut."], ["Dieses Angebot ist beendet", "Es ist hier nicht mehr verfügbar."], ["Noch nicht", "Dieses Angebot beginnt am {time}."], ["Gleich wieder da", "Diese Seite kann gerade nicht gezeigt werden. Versuchen Sie es in Kürze noch einmal."], ["Zu viele Versuche", "Es wurden zu viele Seiten aufgerufen, die es nicht gibt. Versuchen Sie es in einer Minute noch einmal."]],
  fr: [["Page introuvable", "Il n’y a rien à cette adresse. Vérifiez qu’elle est complète ou scannez à nouveau le code."], ["Cette offre est terminée", "Elle n’est plus disponible ici."], ["Pas encore", "Cette offre commence le {time}."], ["De retour dans un instant", "Cette page ne peut pas être affichée pour le moment. Réessayez bientôt."], ["Trop de tentatives", "Trop de pages inexistantes ont été demandées. Réessayez dans une minute."]],
  es: [["Página no encontrada", "No hay nada en esta dirección. Comprueba que esté completa o vuelve a escanear el código."], ["Esta oferta ha terminado", "Ya no está disponible aquí."], ["Todavía no", "Esta oferta empieza el {time}."], ["Volvemos enseguida", "Esta página no se puede mostrar en este momento. Inténtalo de nuevo en breve."], ["Demasiados intentos", "Se han pedido demasiadas páginas que no existen. Espera un minuto e inténtalo de nuevo."]],
  it: [["Pagina non trovata", "A questo indirizzo non c’è nulla. Verifica che sia completo o scansiona di nuovo il codice."], ["Questa offerta è terminata", "Qui non è più disponibile."], ["Non ancora", "Questa offerta inizia il {time}."], ["Torniamo tra un momento", "Questa pagina non può essere mostrata in questo momento. Riprova tra poco."], ["Troppi tentativi", "Sono state richieste troppe pagine inesistenti. Attendi un minuto e riprova."]],
  nl: [["Pagina niet gevonden", "Er is niets op dit adres. Controleer of het volledig is of scan de code opnieuw."], ["Deze aanbieding is afgelopen", "Ze is hier niet meer beschikbaar."], ["Nog niet", "Deze aanbieding begint op {time}."], ["Zo weer terug", "Deze pagina kan nu niet worden getoond. Probeer het over enkele ogenblikken opnieuw."], ["Te veel pogingen", "Er zijn te veel pagina’s opgevraagd die niet bestaan. Wacht een minuut en probeer het opnieuw."]],
  pt: [["Página não encontrada", "Não há nada neste endereço. Verifique se está completo ou leia o código novamente."], ["Esta oferta terminou", "Já não está disponível aqui."], ["Ainda não", "Esta oferta começa a {time}."], ["Voltamos já", "Não é possível mostrar esta página neste momento. Tente novamente dentro de instantes."], ["Demasiadas tentativas", "Foram pedidas demasiadas páginas que não existem. Aguarde um minuto e tente novamente."]],
  pl: [["Nie znaleziono strony", "Pod tym adresem nic nie ma. Sprawdź, czy jest pełny, lub zeskanuj kod ponownie."], ["Ta oferta się zakończyła", "Nie jest już tutaj dostępna."], ["Jeszcze nie", "Ta oferta zaczyna się {time}."], ["Zaraz wracamy", "Nie można teraz wyświetlić tej strony. Spróbuj ponownie za chwilę."], ["Zbyt wiele prób", "Poproszono o zbyt wiele stron, które nie istnieją. Odczekaj minutę i spróbuj ponownie."]],
  ja: [["ページが見つかりません", "このアドレスには何もありません。アドレスが正しいか確認するか、もう一度コードを読み取ってください。"], ["このオファーは終了しました", "こちらではもうご利用いただけません。"], ["まだ始まっていません", "このオファーは{time}に始まります。"], ["しばらくお待ちください", "現在このページを表示できません。少し後でもう一度お試しください。"], ["試行回数が多すぎます", "存在しないページが何度も要求されました。1分ほど待ってからもう一度お試しください。"]],
  zh: [["找不到页面", "此地址没有任何内容。请检查地址是否完整，或重新扫描二维码。"], ["此优惠已结束", "此处已不再提供。"], ["尚未开始", "此优惠将于{time}开始。"], ["稍后即可恢复", "目前无法显示此页面，请稍后重试。"], ["尝试次数过多", "请求了太多不存在的页面。请等待一分钟后重试。"]],
});

/** The way out of a page: to the site of the brand, or to its host. */
export const ONWARD: Readonly<Record<Language, string>> = {
  en: "Go to {name}",
  de: "Weiter zu {name}",
  fr: "Aller sur {name}",
  es: "Ir a {name}",
  it: "Vai a {name}",
  nl: "Naar {name}",
  pt: "Ir para {name}",
  pl: "Przejdź do: {name}",
  ja: "{name}へ進む",
  zh: "前往 {name}",
};

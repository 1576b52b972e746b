import type { Language } from "./languages.ts";

/** A heading and the text below it. */
export type Message = readonly [title: string, text: string];

/** The messages for a link or list that can't be shown. */
export interface ErrorPageMessages {
  unknown: Message;
  ended: Message;
  /** `{time}` is when the offer begins. */
  early: Message;
  unavailable: Message;
  /** After too many requests for unknown pages. */
  limited: Message;
}

export const ERROR_PAGE_MESSAGES: Readonly<Record<Language, ErrorPageMessages>> = {
  en: {
    unknown: [
      "Page not found",
      "There is nothing at this address. Check that it is complete, or scan the code again.",
    ],
    ended: ["This offer has ended", "It is no longer available here."],
    early: ["Not yet", "This offer begins on {time}."],
    unavailable: ["Back in a moment", "This page cannot be shown right now. Try again shortly."],
    limited: [
      "Too many attempts",
      "Too many requests for pages that do not exist. Wait a minute and try again.",
    ],
  },
  de: {
    unknown: [
      "Seite nicht gefunden",
      "Unter dieser Adresse gibt es nichts. Prüfen Sie, ob sie vollständig ist, oder scannen Sie den Code erneut.",
    ],
    ended: ["Dieses Angebot ist beendet", "Es ist hier nicht mehr verfügbar."],
    early: ["Noch nicht", "Dieses Angebot beginnt am {time}."],
    unavailable: [
      "Gleich wieder da",
      "Diese Seite kann gerade nicht gezeigt werden. Versuchen Sie es in Kürze noch einmal.",
    ],
    limited: [
      "Zu viele Versuche",
      "Es wurden zu viele Seiten aufgerufen, die es nicht gibt. Versuchen Sie es in einer Minute noch einmal.",
    ],
  },
  fr: {
    unknown: [
      "Page introuvable",
      "Il n’y a rien à cette adresse. Vérifiez qu’elle est complète ou scannez à nouveau le code.",
    ],
    ended: ["Cette offre est terminée", "Elle n’est plus disponible ici."],
    early: ["Pas encore", "Cette offre commence le {time}."],
    unavailable: [
      "De retour dans un instant",
      "Cette page ne peut pas être affichée pour le moment. Réessayez bientôt.",
    ],
    limited: [
      "Trop de tentatives",
      "Trop de pages inexistantes ont été demandées. Réessayez dans une minute.",
    ],
  },
  es: {
    unknown: [
      "Página no encontrada",
      "No hay nada en esta dirección. Comprueba que esté completa o vuelve a escanear el código.",
    ],
    ended: ["Esta oferta ha terminado", "Ya no está disponible aquí."],
    early: ["Todavía no", "Esta oferta empieza el {time}."],
    unavailable: [
      "Volvemos enseguida",
      "Esta página no se puede mostrar en este momento. Inténtalo de nuevo en breve.",
    ],
    limited: [
      "Demasiados intentos",
      "Se han pedido demasiadas páginas que no existen. Espera un minuto e inténtalo de nuevo.",
    ],
  },
  it: {
    unknown: [
      "Pagina non trovata",
      "A questo indirizzo non c’è nulla. Verifica che sia completo o scansiona di nuovo il codice.",
    ],
    ended: ["Questa offerta è terminata", "Qui non è più disponibile."],
    early: ["Non ancora", "Questa offerta inizia il {time}."],
    unavailable: [
      "Torniamo tra un momento",
      "Questa pagina non può essere mostrata in questo momento. Riprova tra poco.",
    ],
    limited: [
      "Troppi tentativi",
      "Sono state richieste troppe pagine inesistenti. Attendi un minuto e riprova.",
    ],
  },
  nl: {
    unknown: [
      "Pagina niet gevonden",
      "Er is niets op dit adres. Controleer of het volledig is of scan de code opnieuw.",
    ],
    ended: ["Deze aanbieding is afgelopen", "Ze is hier niet meer beschikbaar."],
    early: ["Nog niet", "Deze aanbieding begint op {time}."],
    unavailable: [
      "Zo weer terug",
      "Deze pagina kan nu niet worden getoond. Probeer het over enkele ogenblikken opnieuw.",
    ],
    limited: [
      "Te veel pogingen",
      "Er zijn te veel pagina’s opgevraagd die niet bestaan. Wacht een minuut en probeer het opnieuw.",
    ],
  },
  pt: {
    unknown: [
      "Página não encontrada",
      "Não há nada neste endereço. Verifique se está completo ou leia o código novamente.",
    ],
    ended: ["Esta oferta terminou", "Já não está disponível aqui."],
    early: ["Ainda não", "Esta oferta começa a {time}."],
    unavailable: [
      "Voltamos já",
      "Não é possível mostrar esta página neste momento. Tente novamente dentro de instantes.",
    ],
    limited: [
      "Demasiadas tentativas",
      "Foram pedidas demasiadas páginas que não existem. Aguarde um minuto e tente novamente.",
    ],
  },
  pl: {
    unknown: [
      "Nie znaleziono strony",
      "Pod tym adresem nic nie ma. Sprawdź, czy jest pełny, lub zeskanuj kod ponownie.",
    ],
    ended: ["Ta oferta się zakończyła", "Nie jest już tutaj dostępna."],
    early: ["Jeszcze nie", "Ta oferta zaczyna się {time}."],
    unavailable: ["Zaraz wracamy", "Nie można teraz wyświetlić tej strony. Spróbuj ponownie za chwilę."],
    limited: [
      "Zbyt wiele prób",
      "Poproszono o zbyt wiele stron, które nie istnieją. Odczekaj minutę i spróbuj ponownie.",
    ],
  },
  ja: {
    unknown: [
      "ページが見つかりません",
      "このアドレスには何もありません。アドレスが正しいか確認するか、もう一度コードを読み取ってください。",
    ],
    ended: ["このオファーは終了しました", "こちらではもうご利用いただけません。"],
    early: ["まだ始まっていません", "このオファーは{time}に始まります。"],
    unavailable: [
      "しばらくお待ちください",
      "現在このページを表示できません。少し後でもう一度お試しください。",
    ],
    limited: [
      "試行回数が多すぎます",
      "存在しないページが何度も要求されました。1分ほど待ってからもう一度お試しください。",
    ],
  },
  zh: {
    unknown: ["找不到页面", "此地址没有任何内容。请检查地址是否完整，或重新扫描二维码。"],
    ended: ["此优惠已结束", "此处已不再提供。"],
    early: ["尚未开始", "此优惠将于{time}开始。"],
    unavailable: ["稍后即可恢复", "目前无法显示此页面，请稍后重试。"],
    limited: ["尝试次数过多", "请求了太多不存在的页面。请等待一分钟后重试。"],
  },
};

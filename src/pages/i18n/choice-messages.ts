import type { Language } from "./languages.ts";

/** The choice page's own texts in one language. Texts of the brand are never translated. */
export interface ChoiceMessages {
  /** Above the rows. */
  choose: string;
  /** Links to the hidden rows. */
  allShops: string;
  /** Beside a shop that has no stock. */
  soldOut: string;
  /** If every shop is sold out, so that all are shown. */
  allSoldOut: string;
  /** The control that remembers the next choice. */
  remember: string;
  /** What remembering does, after it was chosen. */
  remembering: string;
  /** Before the name of the remembered shop. */
  remembered: string;
  /** Forgets the remembered shop. */
  forget: string;
  /** For an offer with a tag, unless the brand has its own text. */
  disclosure: string;
  imprint: string;
  privacy: string;
}

/** The texts of choice pages by language. */
export const CHOICE_MESSAGES: Readonly<Record<Language, ChoiceMessages>> = {
  en: {
    choose: "Choose a shop",
    allShops: "All shops",
    soldOut: "Sold out",
    allSoldOut: "All shops reported this as sold out. It may be back in stock by now.",
    remember: "Remember my choice",
    remembering:
      "On this device, the shop you pick will open directly for the next 180 days. To choose again:",
    remembered: "Your shop:",
    forget: "Forget my choice",
    disclosure: "We may earn a commission on purchases through these links.",
    imprint: "Legal notice",
    privacy: "Privacy",
  },
  de: {
    choose: "Shop wählen",
    allShops: "Alle Shops",
    soldOut: "Ausverkauft",
    allSoldOut: "Alle Shops haben dies als ausverkauft gemeldet. Vielleicht ist es inzwischen wieder da.",
    remember: "Meine Wahl merken",
    remembering: "Auf diesem Gerät öffnet sich der gewählte Shop die nächsten 180 Tage sofort. Neu wählen:",
    remembered: "Ihr Shop:",
    forget: "Meine Wahl vergessen",
    disclosure: "Für Käufe über diese Links erhalten wir möglicherweise eine Provision.",
    imprint: "Impressum",
    privacy: "Datenschutz",
  },
  fr: {
    choose: "Choisissez un magasin",
    allShops: "Tous les magasins",
    soldOut: "Épuisé",
    allSoldOut: "Tous ces magasins ont signalé une rupture de stock. L’article est peut-être de retour.",
    remember: "Se souvenir de mon choix",
    remembering:
      "Sur cet appareil, le magasin choisi s’ouvrira directement pendant 180 jours. Pour choisir à nouveau :",
    remembered: "Votre magasin :",
    forget: "Oublier mon choix",
    disclosure: "Nous pouvons percevoir une commission sur les achats effectués via ces liens.",
    imprint: "Mentions légales",
    privacy: "Confidentialité",
  },
  es: {
    choose: "Elige una tienda",
    allShops: "Todas las tiendas",
    soldOut: "Agotado",
    allSoldOut: "Todas estas tiendas lo indicaron como agotado. Puede que ya esté de vuelta.",
    remember: "Recordar mi elección",
    remembering:
      "En este dispositivo, la tienda que elijas se abrirá directamente durante 180 días. Para elegir de nuevo:",
    remembered: "Tu tienda:",
    forget: "Olvidar mi elección",
    disclosure: "Podemos recibir una comisión por las compras realizadas a través de estos enlaces.",
    imprint: "Aviso legal",
    privacy: "Privacidad",
  },
  it: {
    choose: "Scegli un negozio",
    allShops: "Tutti i negozi",
    soldOut: "Esaurito",
    allSoldOut: "Tutti questi negozi lo hanno segnalato come esaurito. Forse è di nuovo disponibile.",
    remember: "Ricorda la mia scelta",
    remembering:
      "Su questo dispositivo il negozio scelto si aprirà subito per i prossimi 180 giorni. Per scegliere di nuovo:",
    remembered: "Il tuo negozio:",
    forget: "Dimentica la mia scelta",
    disclosure: "Potremmo ricevere una commissione sugli acquisti effettuati tramite questi link.",
    imprint: "Note legali",
    privacy: "Privacy",
  },
  nl: {
    choose: "Kies een winkel",
    allShops: "Alle winkels",
    soldOut: "Uitverkocht",
    allSoldOut: "Al deze winkels meldden dat dit is uitverkocht. Misschien is het er inmiddels weer.",
    remember: "Mijn keuze onthouden",
    remembering: "Op dit apparaat opent de gekozen winkel de komende 180 dagen meteen. Opnieuw kiezen:",
    remembered: "Uw winkel:",
    forget: "Mijn keuze vergeten",
    disclosure: "We kunnen een commissie ontvangen voor aankopen via deze links.",
    imprint: "Colofon",
    privacy: "Privacy",
  },
  pt: {
    choose: "Escolha uma loja",
    allShops: "Todas as lojas",
    soldOut: "Esgotado",
    allSoldOut: "Todas estas lojas indicaram que está esgotado. Talvez já tenha voltado.",
    remember: "Lembrar a minha escolha",
    remembering:
      "Neste dispositivo, a loja escolhida abre logo durante os próximos 180 dias. Para escolher de novo:",
    remembered: "A sua loja:",
    forget: "Esquecer a minha escolha",
    disclosure: "Podemos receber uma comissão pelas compras feitas através destes links.",
    imprint: "Aviso legal",
    privacy: "Privacidade",
  },
  pl: {
    choose: "Wybierz sklep",
    allShops: "Wszystkie sklepy",
    soldOut: "Wyprzedane",
    allSoldOut: "Wszystkie te sklepy zgłosiły brak towaru. Być może jest już znowu dostępny.",
    remember: "Zapamiętaj mój wybór",
    remembering:
      "Na tym urządzeniu wybrany sklep będzie otwierać się od razu przez 180 dni. Aby wybrać ponownie:",
    remembered: "Twój sklep:",
    forget: "Zapomnij mój wybór",
    disclosure: "Możemy otrzymać prowizję od zakupów dokonanych przez te linki.",
    imprint: "Nota prawna",
    privacy: "Prywatność",
  },
  ja: {
    choose: "ショップを選ぶ",
    allShops: "すべてのショップ",
    soldOut: "在庫切れ",
    allSoldOut: "すべてのショップが在庫切れと回答しました。現在は入荷しているかもしれません。",
    remember: "選択を記憶する",
    remembering: "この端末では今後180日間、選んだショップがすぐに開きます。選び直すには：",
    remembered: "選択中のショップ：",
    forget: "選択を消去する",
    disclosure: "これらのリンクからの購入により、当社が手数料を受け取ることがあります。",
    imprint: "運営者情報",
    privacy: "プライバシー",
  },
  zh: {
    choose: "选择商店",
    allShops: "所有商店",
    soldOut: "已售罄",
    allSoldOut: "所有商店均显示已售罄，现在可能已重新到货。",
    remember: "记住我的选择",
    remembering: "在此设备上，未来 180 天内将直接打开您所选的商店。如需重新选择：",
    remembered: "您的商店：",
    forget: "忘记我的选择",
    disclosure: "通过这些链接购买，我们可能会获得佣金。",
    imprint: "法律声明",
    privacy: "隐私",
  },
};

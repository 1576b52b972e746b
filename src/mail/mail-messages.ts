import type { PageLanguage } from "../short-links/choice.ts";

/** The texts around the content of mails, and of the pages that their links open. `{name}` is the organization. */
export interface MailMessages {
  confirmSubject: string;
  confirmText: string;
  confirm: string;
  /** The state of those who get mail, as `unsubscribed` is that of others. */
  confirmed: string;
  /** Below each mail but the one that asks. */
  reason: string;
  unsubscribe: string;
  unsubscribeText: string;
  unsubscribed: string;
  /** Undoes it. */
  resume: string;
}

/** The text with the name of the organization. */
export const filled = (text: string, name: string): string => text.replace("{name}", () => name);

/** The texts by language. */
export const MAIL_MESSAGES: Readonly<Record<PageLanguage, MailMessages>> = {
  en: {
    confirmSubject: "Reports from {name}: please confirm",
    confirmText:
      "{name} would like to send you reports about its links. Confirm to receive them. If you do nothing, you will get no further mail.",
    confirm: "Confirm",
    confirmed: "You get mail from {name}.",
    reason: "You receive this because {name} sends you mail about its links.",
    unsubscribe: "Unsubscribe",
    unsubscribeText: "Stop all mail from {name}?",
    unsubscribed: "You will get no more mail from {name}.",
    resume: "Receive mail again",
  },
  de: {
    confirmSubject: "Berichte von {name}: bitte bestätigen",
    confirmText:
      "{name} möchte Ihnen Berichte über seine Links senden. Bestätigen Sie, um sie zu erhalten. Wenn Sie nichts tun, bekommen Sie keine weitere E-Mail.",
    confirm: "Bestätigen",
    confirmed: "Sie bekommen E-Mails von {name}.",
    reason: "Sie erhalten diese E-Mail, weil {name} Ihnen E-Mails zu seinen Links sendet.",
    unsubscribe: "Abbestellen",
    unsubscribeText: "Alle E-Mails von {name} abbestellen?",
    unsubscribed: "Sie bekommen keine E-Mails mehr von {name}.",
    resume: "Wieder E-Mails erhalten",
  },
  fr: {
    confirmSubject: "Rapports de {name} : merci de confirmer",
    confirmText:
      "{name} souhaite vous envoyer des rapports sur ses liens. Confirmez pour les recevoir. Sans réponse de votre part, vous ne recevrez pas d’autre e-mail.",
    confirm: "Confirmer",
    confirmed: "Vous recevez les e-mails de {name}.",
    reason: "Vous recevez cet e-mail car {name} vous envoie des e-mails sur ses liens.",
    unsubscribe: "Se désabonner",
    unsubscribeText: "Ne plus recevoir d’e-mails de {name} ?",
    unsubscribed: "Vous ne recevrez plus d’e-mails de {name}.",
    resume: "Recevoir de nouveau les e-mails",
  },
  es: {
    confirmSubject: "Informes de {name}: confirma, por favor",
    confirmText:
      "{name} quiere enviarte informes sobre sus enlaces. Confirma para recibirlos. Si no haces nada, no recibirás más correos.",
    confirm: "Confirmar",
    confirmed: "Recibes los correos de {name}.",
    reason: "Recibes este correo porque {name} te envía correos sobre sus enlaces.",
    unsubscribe: "Cancelar la suscripción",
    unsubscribeText: "¿Dejar de recibir correos de {name}?",
    unsubscribed: "No recibirás más correos de {name}.",
    resume: "Volver a recibir correos",
  },
  it: {
    confirmSubject: "Report da {name}: conferma richiesta",
    confirmText:
      "{name} desidera inviarti report sui suoi link. Conferma per riceverli. Se non fai nulla, non riceverai altre e-mail.",
    confirm: "Conferma",
    confirmed: "Ricevi le e-mail di {name}.",
    reason: "Ricevi questa e-mail perché {name} ti invia e-mail sui suoi link.",
    unsubscribe: "Annulla l’iscrizione",
    unsubscribeText: "Non ricevere più e-mail da {name}?",
    unsubscribed: "Non riceverai più e-mail da {name}.",
    resume: "Ricevi di nuovo le e-mail",
  },
  nl: {
    confirmSubject: "Rapporten van {name}: bevestig alstublieft",
    confirmText:
      "{name} wil u rapporten over zijn links sturen. Bevestig om ze te ontvangen. Doet u niets, dan krijgt u geen verdere e-mail.",
    confirm: "Bevestigen",
    confirmed: "U krijgt e-mail van {name}.",
    reason: "U ontvangt deze e-mail omdat {name} u e-mail over zijn links stuurt.",
    unsubscribe: "Afmelden",
    unsubscribeText: "Geen e-mail van {name} meer ontvangen?",
    unsubscribed: "U krijgt geen e-mail meer van {name}.",
    resume: "Weer e-mail ontvangen",
  },
  pt: {
    confirmSubject: "Relatórios de {name}: confirme, por favor",
    confirmText:
      "{name} pretende enviar-lhe relatórios sobre as suas ligações. Confirme para os receber. Se não fizer nada, não receberá mais e-mails.",
    confirm: "Confirmar",
    confirmed: "Recebe os e-mails de {name}.",
    reason: "Recebe este e-mail porque {name} lhe envia e-mails sobre as suas ligações.",
    unsubscribe: "Cancelar a subscrição",
    unsubscribeText: "Deixar de receber e-mails de {name}?",
    unsubscribed: "Não receberá mais e-mails de {name}.",
    resume: "Voltar a receber e-mails",
  },
  pl: {
    confirmSubject: "Raporty od {name}: prosimy o potwierdzenie",
    confirmText:
      "{name} chce wysyłać Ci raporty o swoich linkach. Potwierdź, aby je otrzymywać. Jeśli nic nie zrobisz, nie dostaniesz kolejnych wiadomości.",
    confirm: "Potwierdź",
    confirmed: "Otrzymujesz wiadomości od {name}.",
    reason: "Otrzymujesz tę wiadomość, ponieważ {name} wysyła Ci wiadomości o swoich linkach.",
    unsubscribe: "Zrezygnuj z subskrypcji",
    unsubscribeText: "Nie otrzymywać więcej wiadomości od {name}?",
    unsubscribed: "Nie otrzymasz więcej wiadomości od {name}.",
    resume: "Otrzymuj wiadomości ponownie",
  },
  ja: {
    confirmSubject: "{name}からのレポート：ご確認ください",
    confirmText:
      "{name}が、リンクに関するレポートをお送りしたいと希望しています。受け取るには確認してください。何もしなければ、今後メールは届きません。",
    confirm: "確認する",
    confirmed: "{name}からのメールを受け取る設定です。",
    reason: "{name}がリンクに関するメールを送信しているため、このメールをお届けしています。",
    unsubscribe: "配信を停止する",
    unsubscribeText: "{name}からのメールをすべて停止しますか？",
    unsubscribed: "{name}からのメールは今後届きません。",
    resume: "配信を再開する",
  },
  zh: {
    confirmSubject: "来自{name}的报告：请确认",
    confirmText:
      "{name}希望向您发送有关其链接的报告。请确认以便接收。如果您不采取任何操作，将不会再收到邮件。",
    confirm: "确认",
    confirmed: "您会收到来自{name}的邮件。",
    reason: "您收到此邮件，是因为{name}向您发送有关其链接的邮件。",
    unsubscribe: "退订",
    unsubscribeText: "停止接收来自{name}的所有邮件？",
    unsubscribed: "您将不再收到来自{name}的邮件。",
    resume: "重新接收邮件",
  },
};

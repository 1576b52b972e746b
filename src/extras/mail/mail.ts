import type { Projects } from "../../features/access/actor.ts";
import { emailAddress } from "../../features/access/member.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import { textTable } from "../../ground/core/text-table.ts";
import type { VariableReader } from "../../ground/platform/variable-reader.ts";

/** The cause of the mail that asks an address whether it wants mail. */
export const CONFIRMATION = "confirmation";

/** A part of a mail. All texts are plain: HTML is escaped when the mail is sent. */
export type MailBlock = { title?: string } & (
  | { type: "text"; text: string }
  /** The first cell of a row names it; the others are right-aligned numbers. */
  | { type: "table"; columns: string[]; rows: string[][] }
  /** A plot as a table, which every mail program shows. `share` is 0 to 1. */
  | { type: "bars"; rows: { label: string; value: string; share: number }[] }
  | { type: "list"; items: { text: string; url?: string | undefined }[] }
  /** `{token}` in the URL stands for the secret of the mail, which exists only once the mail is sent. */
  | { type: "button"; text: string; url: string }
);

/** The content of a mail, in the language of its recipient. Every mail gets a reason and a link to unsubscribe below it. */
export interface MailContent {
  subject: string;
  /** The name above the heading, and a color as in `#0b6b3a`: of the project's brand. */
  brand?: { name: string; accent?: string | undefined } | undefined;
  heading: string;
  blocks: MailBlock[];
}

export interface NewMail {
  organizationId: string;
  recipientId: string;
  /** The cause of the mail. A recipient gets one mail for a cause. */
  cause: string;
  content: MailContent;
}

export interface MailSender {
  name: string;
  email: string;
}

/** The sender in MAIL_FROM, as in `Reports <reports@example.com>` or without a name; null if it is not set or invalid. */
export function mailSenderIn({ text, complain }: VariableReader): MailSender | null {
  const value = text("MAIL_FROM");
  if (value === undefined) return null;
  const [, name = "Shoppable Links", address = value] = /^([^<>"\p{Cc}]+?)\s*<([^<>]+)>$/u.exec(value) ?? [];
  const { data: email } = emailAddress.safeParse(address);
  return email === undefined ? complain("MAIL_FROM", "is not an email address") : { name, email };
}

/** Why a recipient gets no mail. `not_asked`: the mail that asks could not be sent. */
export type RecipientProblem = "unconfirmed" | "not_asked" | "unsubscribed" | "bounced" | "not_member";

/** A member, or another address, to which an organization sends mail. */
export interface Recipient {
  organizationId: string;
  id: string;
  /** Null for a member who was removed. */
  email: string | null;
  /** Those that a member may use; null for everyone else. */
  projects: Projects | null;
  language: PageLanguage;
  /** The origin of the URLs in its mail. */
  origin: string;
  /** Null if it gets mail. */
  problem: RecipientProblem | null;
}

/** The most recipients of an organization, without those who get no mail any longer. */
export const MAX_RECIPIENTS = 100;
/** The most addresses that an organization asks within 24 hours. */
export const MAX_ASKED_PER_DAY = 50;

/**
 * The texts around the content of mails, and of the pages that their links open. `{name}` is the organization. `confirmed` is
 * the state of those who get mail, `unsubscribed` that of others, which `resume` undoes; `reason` is below each mail but the one
 * that asks.
 */
// biome-ignore format: a row for each language.
export const mailMessages = textTable(["confirmSubject", "confirmText", "confirm", "confirmed", "reason", "unsubscribe", "unsubscribeText", "unsubscribed", "resume"], {
  en: ["Reports from {name}: please confirm", "{name} would like to send you reports about its links. Confirm to receive them. If you do nothing, you will get no further mail.", "Confirm", "You get mail from {name}.", "You receive this because {name} sends you mail about its links.", "Unsubscribe", "Stop all mail from {name}?", "You will get no more mail from {name}.", "Receive mail again"],
  de: ["Berichte von {name}: bitte bestätigen", "{name} möchte Ihnen Berichte über seine Links senden. Bestätigen Sie, um sie zu erhalten. Wenn Sie nichts tun, bekommen Sie keine weitere E-Mail.", "Bestätigen", "Sie bekommen E-Mails von {name}.", "Sie erhalten diese E-Mail, weil {name} Ihnen E-Mails zu seinen Links sendet.", "Abbestellen", "Alle E-Mails von {name} abbestellen?", "Sie bekommen keine E-Mails mehr von {name}.", "Wieder E-Mails erhalten"],
  fr: ["Rapports de {name} : merci de confirmer", "{name} souhaite vous envoyer des rapports sur ses liens. Confirmez pour les recevoir. Sans réponse de votre part, vous ne recevrez pas d’autre e-mail.", "Confirmer", "Vous recevez les e-mails de {name}.", "Vous recevez cet e-mail car {name} vous envoie des e-mails sur ses liens.", "Se désabonner", "Ne plus recevoir d’e-mails de {name} ?", "Vous ne recevrez plus d’e-mails de {name}.", "Recevoir de nouveau les e-mails"],
  es: ["Informes de {name}: confirma, por favor", "{name} quiere enviarte informes sobre sus enlaces. Confirma para recibirlos. Si no haces nada, no recibirás más correos.", "Confirmar", "Recibes los correos de {name}.", "Recibes este correo porque {name} te envía correos sobre sus enlaces.", "Cancelar la suscripción", "¿Dejar de recibir correos de {name}?", "No recibirás más correos de {name}.", "Volver a recibir correos"],
  it: ["Report da {name}: conferma richiesta", "{name} desidera inviarti report sui suoi link. Conferma per riceverli. Se non fai nulla, non riceverai altre e-mail.", "Conferma", "Ricevi le e-mail di {name}.", "Ricevi questa e-mail perché {name} ti invia e-mail sui suoi link.", "Annulla l’iscrizione", "Non ricevere più e-mail da {name}?", "Non riceverai più e-mail da {name}.", "Ricevi di nuovo le e-mail"],
  nl: ["Rapporten van {name}: bevestig alstublieft", "{name} wil u rapporten over zijn links sturen. Bevestig om ze te ontvangen. Doet u niets, dan krijgt u geen verdere e-mail.", "Bevestigen", "U krijgt e-mail van {name}.", "U ontvangt deze e-mail omdat {name} u e-mail over zijn links stuurt.", "Afmelden", "Geen e-mail van {name} meer ontvangen?", "U krijgt geen e-mail meer van {name}.", "Weer e-mail ontvangen"],
  pt: ["Relatórios de {name}: confirme, por favor", "{name} pretende enviar-lhe relatórios sobre as suas ligações. Confirme para os receber. Se não fizer nada, não receberá mais e-mails.", "Confirmar", "Recebe os e-mails de {name}.", "Recebe este e-mail porque {name} lhe envia e-mails sobre as suas ligações.", "Cancelar a subscrição", "Deixar de receber e-mails de {name}?", "Não receberá mais e-mails de {name}.", "Voltar a receber e-mails"],
  pl: ["Raporty od {name}: prosimy o potwierdzenie", "{name} chce wysyłać Ci raporty o swoich linkach. Potwierdź, aby je otrzymywać. Jeśli nic nie zrobisz, nie dostaniesz kolejnych wiadomości.", "Potwierdź", "Otrzymujesz wiadomości od {name}.", "Otrzymujesz tę wiadomość, ponieważ {name} wysyła Ci wiadomości o swoich linkach.", "Zrezygnuj z subskrypcji", "Nie otrzymywać więcej wiadomości od {name}?", "Nie otrzymasz więcej wiadomości od {name}.", "Otrzymuj wiadomości ponownie"],
  ja: ["{name}からのレポート：ご確認ください", "{name}が、リンクに関するレポートをお送りしたいと希望しています。受け取るには確認してください。何もしなければ、今後メールは届きません。", "確認する", "{name}からのメールを受け取る設定です。", "{name}がリンクに関するメールを送信しているため、このメールをお届けしています。", "配信を停止する", "{name}からのメールをすべて停止しますか？", "{name}からのメールは今後届きません。", "配信を再開する"],
  zh: ["来自{name}的报告：请确认", "{name}希望向您发送有关其链接的报告。请确认以便接收。如果您不采取任何操作，将不会再收到邮件。", "确认", "您会收到来自{name}的邮件。", "您收到此邮件，是因为{name}向您发送有关其链接的邮件。", "退订", "停止接收来自{name}的所有邮件？", "您将不再收到来自{name}的邮件。", "重新接收邮件"],
});

/** The text with the name of the organization. */
export const filled = (text: string, name: string): string => text.replace("{name}", () => name);

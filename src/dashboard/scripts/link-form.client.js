// The form of a link: a preview while a person types, and a draft on this device until the link is saved.

const frame = /** @type {HTMLElement | null} */ (document.querySelector("[data-draft]"));
const form = frame?.querySelector("form");
const place = document.getElementById("preview");

/** How long after the last key the preview is asked for, in milliseconds. */
const PREVIEW_PAUSE = 600;
/** How long a draft is offered, in milliseconds. */
const KEPT = 7 * 24 * 60 * 60 * 1000;
/** What a draft does not hold: what belongs to one page, and what is no field of the link. */
const LEFT_OUT = [
  "idempotency-key",
  "step",
  "template",
  "template-name",
  "refused-ids",
  "offer-paste",
  "offer-from",
];
/** API keys of this service, and passwords in addresses. */
const SECRET = /slk_[0-9A-Za-z]{20}|:\/\/[^/?#\s]*@/;

const draftKey = `link-draft ${frame?.dataset.draft} ${location.pathname}${location.search}`;

/** Storage may be full or switched off: then there is no draft. @template T @param {() => T} use */
function withStorage(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

/** The form as it is sent. @param {HTMLElement | null} [submitter] */
const values = (submitter) =>
  // A form of this page has no files, so every value is a text.
  new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form ?? undefined, submitter)]));

function draftText() {
  const draft = values();
  for (const [name, value] of [...draft]) {
    if (LEFT_OUT.includes(name) || SECRET.test(value)) draft.delete(name);
  }
  return draft.toString();
}

const keepDraft = () =>
  withStorage(() => localStorage.setItem(draftKey, JSON.stringify({ at: Date.now(), text: draftText() })));
const dropDraft = () => withStorage(() => localStorage.removeItem(draftKey));

/** The draft of an earlier visit; null where there is none, or it is old. @returns {string | null} */
function earlierDraft() {
  const { at, text } = withStorage(() => JSON.parse(localStorage.getItem(draftKey) ?? "{}")) ?? {};
  return typeof text === "string" && Date.now() - at < KEPT ? text : null;
}

/** @param {string} label @param {() => void} run */
function button(label, run) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button plain";
  made.textContent = label;
  made.addEventListener("click", run);
  return made;
}

/** A message above the form. @param {string} id @param {string} text @param {HTMLElement[]} buttons */
function tell(id, text, buttons = []) {
  document.getElementById(id)?.remove();
  const notice = document.createElement("div");
  notice.id = id;
  notice.className = "notice";
  notice.setAttribute("role", "status");
  const message = document.createElement("p");
  message.textContent = text;
  const actions = document.createElement("div");
  actions.className = "actions";
  actions.append(...buttons);
  notice.append(message, ...(buttons.length > 0 ? [actions] : []));
  frame?.prepend(notice);
  return notice;
}

/** Has the service show the form with what the draft holds. @param {string} text */
function restore(text) {
  const sent = document.createElement("form");
  sent.method = "post";
  sent.action = form?.action ?? "";
  for (const [name, value] of [...new URLSearchParams(text), ["step", "show"]]) {
    const field = document.createElement("textarea");
    field.name = name ?? "";
    field.value = value ?? "";
    sent.append(field);
  }
  sent.hidden = true;
  document.body.append(sent);
  sent.submit();
}

function offerDraft() {
  const draft = earlierDraft();
  if (draft === null || draft === draftText()) return;
  const notice = tell("draft", "You have a draft here that was not saved.", [
    button("Go on with the draft", () => restore(draft)),
    button("Throw it away", () => {
      dropDraft();
      notice.remove();
    }),
  ]);
}

/** @type {AbortController | undefined} */
let asking;
async function showPreview() {
  if (!place?.dataset.url) return;
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const answer = await fetch(place.dataset.url, { method: "POST", body: values(), signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!signal.aborted) place.replaceChildren(...page.body.childNodes);
  } catch {
    if (!signal.aborted)
      place.textContent = "There is no connection, so the preview waits. Your draft is kept.";
  }
}

/** Sends the form, and drops the draft only once the link is saved. @param {SubmitEvent} event */
async function save(event) {
  if (!form) return;
  keepDraft();
  const step = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "save";
  if (step !== "save") return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  try {
    const answer = await fetch(form.action, { method: "POST", body: values(event.submitter) });
    if (answer.redirected) {
      dropDraft();
      location.assign(answer.url);
      return;
    }
    // Nothing was saved. Sent once more without script, the form comes back with what is wrong.
    form.submit();
  } catch {
    tell(
      "lost",
      "The form could not be sent. Your draft is kept on this device: try again in a moment.",
    ).focus();
  }
  form.ariaBusy = null;
}

if (form) {
  if (frame?.dataset.fresh === undefined) keepDraft();
  else offerDraft();
  // A link that exists leads somewhere already.
  if (frame?.dataset.fresh !== undefined && form.elements.namedItem("base")) showPreview();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  form.addEventListener("input", () => {
    keepDraft();
    clearTimeout(timer);
    timer = setTimeout(showPreview, PREVIEW_PAUSE);
  });
  form.addEventListener("submit", save);
}

// The form of a link: a draft in this browser until the link is saved.

const frame = /** @type {HTMLElement | null} */ (document.querySelector("[data-draft]"));
const form = frame?.querySelector("form");

const project = /** @type {HTMLSelectElement | null} */ (document.querySelector("select#projectId"));

/** How long a draft is offered, in milliseconds. */
const MAX_DRAFT_AGE = 7 * 24 * 60 * 60 * 1000;
/** Fields that a draft leaves out: those of one page, and those that are not of the link. */
const LEFT_OUT = [
  "idempotency-key",
  "step",
  "template",
  "template-name",
  "rejected-ids",
  "offer-paste",
  "offer-from",
];
/** API keys of this service, and passwords in URLs. */
const SECRET = /slk_[0-9A-Za-z]{20}|:\/\/[^/?#\s]*@/;

/** The project of the last link that was created here. */
const projectKey = `last-project ${location.pathname.replace(/\/links\/.*/, "")}`;

const draftKey = `link-draft ${frame?.dataset.draft} ${location.pathname}${location.search}`;

/** Without storage, such as in a private window, there is no draft. @template T @param {() => T} use */
function withStorage(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

/** The values that the form sends. @param {HTMLElement | null} [submitter] */
const values = (submitter) =>
  // The form has no files, so every value is a text.
  new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form ?? undefined, submitter)]));

function draftText() {
  const draft = values();
  for (const [name, value] of [...draft]) {
    if (LEFT_OUT.includes(name) || SECRET.test(value)) draft.delete(name);
  }
  return draft.toString();
}

const saveDraft = () =>
  withStorage(() => localStorage.setItem(draftKey, JSON.stringify({ at: Date.now(), text: draftText() })));
const deleteDraft = () => withStorage(() => localStorage.removeItem(draftKey));

/** The draft of an earlier visit; null where there is none, or it is old. @returns {string | null} */
function storedDraft() {
  const { at, text } = withStorage(() => JSON.parse(localStorage.getItem(draftKey) ?? "{}")) ?? {};
  return typeof text === "string" && Date.now() - at < MAX_DRAFT_AGE ? text : null;
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

/** Shows a message above the form. @param {string} id @param {string} text @param {HTMLElement[]} buttons */
function showNotice(id, text, buttons = []) {
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

/** Loads the form with the content of the draft. @param {string} text */
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
  const draft = storedDraft();
  if (draft === null || draft === draftText()) return;
  const notice = showNotice("draft", "You have an unsaved draft.", [
    button("Restore draft", () => restore(draft)),
    button("Discard", () => {
      deleteDraft();
      notice.remove();
    }),
  ]);
}

/** Sends the form, and deletes the draft only once the link is saved. @param {SubmitEvent} event */
async function save(event) {
  if (!form) return;
  saveDraft();
  const step = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "save";
  if (step !== "save") return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  try {
    const response = await fetch(form.action, { method: "POST", body: values(event.submitter) });
    if (response.redirected) {
      deleteDraft();
      if (project) withStorage(() => localStorage.setItem(projectKey, project.value));
      location.assign(response.url);
      return;
    }
    // Nothing was saved. The form is sent again without script, and comes back with its problems.
    form.submit();
  } catch {
    showNotice(
      "lost",
      "The form couldn't be sent. Your draft is saved in this browser. Try again in a moment.",
    ).focus();
  }
  form.ariaBusy = null;
}

if (project?.value === "") {
  const last = withStorage(() => localStorage.getItem(projectKey));
  if ([...project.options].some(({ value }) => value === last)) project.value = last ?? "";
}

/** A closed fold shows its values, as the server writes them at first. */
for (const fold of document.querySelectorAll(".form-fold")) {
  fold.addEventListener("toggle", () => {
    const texts = [...fold.querySelectorAll("label")].flatMap((label) => {
      const { control } = label;
      const isChoice = control instanceof HTMLSelectElement;
      if (!isChoice && !(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement))
        return [];
      if (control.type === "checkbox")
        return control instanceof HTMLInputElement && control.checked
          ? [label.querySelector("span")?.firstChild?.textContent ?? ""]
          : [];
      if (control.value === "" || control.name.startsWith("template")) return [];
      const value = isChoice
        ? control.selectedOptions[0]?.text
        : control.value.trim().replace(/\s*\n\s*/g, ", ");
      return [
        control.name === "metadata"
          ? label.textContent
          : `${label.textContent?.replace(/^UTM |, time zone .*/, "")}: ${value}`,
      ];
    });
    fold.querySelector(".values")?.replaceChildren(texts.join(" · "));
  });
}

if (form) {
  if (frame?.dataset.fresh === undefined) saveDraft();
  else offerDraft();
  // Typing replaces a suggested name.
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && activeElement.id === "name") activeElement.select();
  form.addEventListener("input", saveDraft);
  form.addEventListener("submit", save);
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector("button[name=step][value=save]"));
  });
}

/** The longest side of an uploaded picture, in pixels. */
const MAX_SIDE = 1600;

/** A picture upright, no larger than needed, and in RGB. @param {File} file */
async function prepared(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/png";
  return new Promise((resolve) => canvas.toBlob((made) => resolve(made ?? file), type, 0.9));
}

/** Uploads a picture and fills in its URL. @param {File} file @param {string} url @param {HTMLInputElement} field @param {Element | null} status */
async function uploadPicture(file, url, field, status) {
  const say = (/** @type {string} */ text) => status?.replaceChildren(text);
  say("Uploading…");
  const body = new FormData();
  body.append("picture", await prepared(file).catch(() => file), file.name);
  try {
    const response = await fetch(url, { method: "POST", body, headers: { Accept: "application/json" } });
    if (response.ok) {
      field.value = (await response.json()).url;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      say("Uploaded.");
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    say(page.querySelector(".field .problem")?.textContent ?? "The picture is too large.");
  } catch {
    say("The picture couldn't be sent. Try again in a moment.");
  }
}

for (const upload of document.querySelectorAll("a[data-upload]")) {
  if (!(upload instanceof HTMLAnchorElement)) continue;
  const target = document.getElementById(upload.dataset.upload ?? "");
  if (!(target instanceof HTMLInputElement)) continue;
  const status = upload.parentElement?.querySelector("[role=status]") ?? null;
  const file = document.createElement("input");
  file.type = "file";
  file.accept = "image/png,image/jpeg,image/webp";
  const choose = button(upload.textContent ?? "", () => file.click());
  choose.classList.add("small");
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) uploadPicture(chosen, upload.href, target, status);
    file.value = "";
  });
  upload.replaceWith(choose);
}

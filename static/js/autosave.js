// Saves a form while it is being filled: <form data-autosave>. The whole form goes to the form's own address with
// "Accept: application/json"; the answer carries saved_words and version. Says one line in [data-save-status] and renews
// what the checklist says beside the form; it touches no caret, no focus, no message at a field. One save is under way at a time.

const PAUSE = 1000;

const SAID = {
  401: "Not saved: you need to sign in again. Press Save: you will be asked to sign in and your text will be kept.",
  409: "Not saved: someone else changed this section. Press Save to see their text beside yours.",
};

export function startAutosave(form) {
  const status = document.querySelector("[data-save-status]");
  const state = { timer: 0, underWay: null, again: false, changed: false, left: false };

  const changed = () => {
    state.changed = true;
    clearTimeout(state.timer);
    state.timer = setTimeout(() => save(form, status, state), PAUSE);
  };
  const now = () => {
    if (!state.changed) return;
    clearTimeout(state.timer);
    save(form, status, state);
  };

  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  form.addEventListener("focusout", (event) => isButton(event.relatedTarget) || now());
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && now());
  form.addEventListener("submit", (event) => {
    clearTimeout(state.timer);
    if (state.underWay) {
      event.preventDefault(); // the save on its way raises the version that this form must name
      state.left = true;
      state.underWay.then(() => form.requestSubmit(event.submitter));
    } else {
      state.left = true; // the form itself carries everything now; a late autosave would only collide with it
    }
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && state.left) window.location.reload(); // came back to a page whose version has passed
  });
}

function isButton(element) {
  return element instanceof HTMLButtonElement;
}

async function save(form, status, state) {
  if (state.left) return;
  if (state.underWay) {
    state.again = true;
    return;
  }
  state.changed = false;
  state.underWay = send(form, state);
  const words = await state.underWay;
  state.underWay = null;
  if (!state.left) say(status, words);
  if (state.again) {
    state.again = false;
    await save(form, status, state);
  }
}

async function send(form, state) {
  const body = new FormData(form);
  for (const [name, value] of [...body]) if (value instanceof File) body.delete(name); // files go with Save, not in passing
  try {
    const answer = await fetch(form.getAttribute("action") || window.location.href, {
      method: "POST",
      body: form.enctype === "multipart/form-data" ? body : new URLSearchParams(body),
      headers: { Accept: "application/json" },
      redirect: "manual",
      keepalive: document.visibilityState === "hidden",
    });
    if (!answer.ok) return failed(state, SAID[answer.type === "opaqueredirect" ? 401 : answer.status]);
    const saved = await answer.json();
    renew("[data-checklist]");
    const base = form.elements.namedItem("base_version");
    if (base) base.value = saved.version;
    return saved.saved_words || `Saved ${clock(saved.saved_at)}, version ${saved.version}`;
  } catch {
    return failed(state, "");
  }
}

// What the checklist says of the page is fetched anew, so that it speaks of what was just saved. Never while the person
// is inside it, and a page that cannot be fetched changes nothing.
async function renew(selector) {
  const shown = document.querySelector(selector);
  if (!shown || shown.contains(document.activeElement)) return;
  try {
    const answer = await fetch(window.location.pathname, { headers: { Accept: "text/html" } });
    const fresh = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(selector);
    if (fresh && !shown.contains(document.activeElement)) shown.replaceWith(document.importNode(fresh, true));
  } catch {
    // the next save tries again
  }
}

// What could not be saved counts as changed, so that the next pause or the next change tries again.
function failed(state, words) {
  state.changed = true;
  return words || "Not saved: the desk could not be reached. Your text is still in this page.";
}

function clock(instant) {
  return `${String(instant).slice(11, 19)} UTC`;
}

function say(status, words) {
  if (status && status.textContent !== words) status.textContent = words;
}

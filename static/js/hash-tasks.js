// The page /hash-tasks: a file is read and hashed here and sent nowhere; what comes out is `pilotdesk hash-tasks` to the byte.
import { hashedTask, sha256 } from "./task-hashes.js";
import { readTasks } from "./task-rows.js";

const LARGEST = 512 * 1024 * 1024; // bytes; more does not fit well into a page
const NAMED = 10; // rows that are left out and named one by one

const part = document.querySelector("[data-hash-tasks]");
if (part && globalThis.crypto?.subtle) wake(part);

function wake(root) {
  const at = (selector) => root.querySelector(selector);
  const view = { root, button: at("button"), bar: at("progress"), status: at("[role=status]"), out: at("[data-out]") };
  root.hidden = false;
  document.querySelector("[data-without-scripts]").hidden = true;
  view.button.addEventListener("click", async () => {
    view.button.disabled = true;
    view.out.replaceChildren();
    try {
      await hashFile(view, at("#tasks").files[0], at("input[type=radio]:checked")?.value, at("#text").value.trim());
    } catch (fault) {
      view.status.textContent = fault.message;
    }
    view.bar.hidden = true;
    view.button.disabled = false;
  });
}

async function hashFile(view, file, which, field) {
  if (!file) throw new Error("Choose a file of tasks first.");
  if (!which) throw new Error("Say first whether these are training or held-out tasks.");
  if (file.size > LARGEST) throw new Error("This file is too large for a page; use the command below.");
  view.status.textContent = "Hashing…";
  view.bar.value = 0;
  view.bar.hidden = false;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { parts, count, left } = await hashed(bytes, which, field, (share) => (view.bar.value = share));
  if (!count) throw new Error(`There is no task in this file.${left.length ? ` ${left[0]}` : ""}`);
  offer(view, new Blob(parts, { type: "application/jsonl" }), which);
  const more = left.length > NAMED ? `${left.length - NAMED} more rows are left out for the like.` : "";
  listed(view.out, more ? [...left.slice(0, NAMED), more] : left);
  const counted = count === 1 ? `1 ${which} task is` : `${count} ${which} tasks are`;
  view.status.textContent = `${counted} hashed. No text is in the file, and nothing was sent.`;
}

async function hashed(bytes, which, field, tell) {
  const parts = [line({ format: "pilot-task-hashes/1", set: which, source_sha256: await sha256(bytes) })];
  const left = [];
  const rows = [...readTasks(bytes, field)];
  for (const [place, row] of rows.entries()) {
    const made = row.why ? null : await hashedTask(row.line, row.text);
    if (made) parts.push(line(made));
    else left.push(`Line ${row.line} ${row.why || "has no words"}, and is left out.`);
    if (place % 16 === 0) {
      tell(place / rows.length);
      await new Promise((goOn) => setTimeout(goOn)); // lets the page breathe
    }
  }
  const count = parts.length - 1;
  parts.push(line({ tasks: count, left_out: left.length }));
  return { parts, count, left };
}

function line(value) {
  return `${JSON.stringify(value)}\n`;
}

function offer(view, blob, which) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${which}-hashes.jsonl`;
  link.textContent = `Save ${link.download}`;
  const shown = document.createElement("p");
  shown.append(link);
  view.out.append(shown);
}

function listed(out, sentences) {
  const list = document.createElement("ul");
  list.className = "govuk-list";
  for (const sentence of sentences) {
    const item = document.createElement("li");
    item.textContent = sentence;
    list.append(item);
  }
  if (sentences.length) out.append(list);
}

/** KEEP-4: finds the fields of a form in the document, and the fields that identify the form. */
import { isControl, type Control } from "./draft.ts";
import { isSecretField } from "../text/plain-input.ts";

/**
 * Matches the names of hidden fields that change from one load of the page to the next, such as versions and keys. All
 * other hidden fields say what the form is about.
 */
const VERSIONS =
  /^(idempotencyKey|formOwner|seen|version|revision|accountSince|assigneeBefore|noteBefore|newPrice|total|csv|messages|next)$/;

/** Returns the identity of a form: its page, its hidden fields, its buttons and the names of its fields. */
export function identityOf(form: HTMLFormElement): string {
  const { pathname, search } = new URL(form.action, location.href);
  const parts = [pathname + search];
  for (const one of form.elements) {
    const { name, value, type } = one as HTMLInputElement | HTMLButtonElement;
    if (!name || VERSIONS.test(name)) continue;
    if (type === "hidden" || type === "submit") parts.push(`${name}=${value}`);
    else if (isControl(one)) parts.push(name);
  }
  return parts.join("\n");
}

/**
 * Returns the fields that a draft may contain. The key is the field's name, made unique. Passwords, PINs, files and
 * two-step sign-in codes are left out, and fields that are marked `data-unkept`, such as scanned codes.
 */
export function controlsOf(form: HTMLFormElement): Map<string, Control> {
  const found = new Map<string, Control>();
  for (const one of form.elements) {
    if (!isControl(one) || !one.name || one.name.startsWith("_")) continue;
    if (/^(hidden|password|file|submit|button|reset|image)$/.test(one.type)) continue;
    if ("unkept" in one.dataset) continue;
    if (isSecretField(one.name) || one.autocomplete === "one-time-code") continue;
    const base = isChoice(one) ? `${one.name}=${one.value}` : one.name;
    let id = base;
    for (let n = 2; found.has(id); n += 1) id = `${base}#${n}`;
    found.set(id, one);
  }
  return found;
}

const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";
export const isTyped = (control: Control) => !isChoice(control) && !(control instanceof HTMLSelectElement);
export const valueOf = (control: Control): string =>
  isChoice(control) ? (control.checked ? "on" : "") : control.value;

export function defaultOf(control: Control): string {
  if (isChoice(control)) return control.defaultChecked ? "on" : "";
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? "";
}

/** Sets a field as a person would, with the events that report the change to all code that uses the value. */
export function setControl(control: Control, value: string): void {
  if (isChoice(control)) {
    if (control.checked !== (value === "on") && !(control.type === "radio" && value === "")) control.click();
    return;
  }
  // Uses the setter of the prototype, because React overrides the setter of a field whose value React controls.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, "value")?.set;
  setter?.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Opens each folded part of the page that hides the element. */
export function openFoldsAround(element: Element): void {
  for (let part = element.closest("details"); part; part = part.parentElement?.closest("details") ?? null)
    part.open = true;
}

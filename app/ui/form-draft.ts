/**
 * KEEP-4: this browser stores a signed-in person's input, sealed, until the server accepts it. The input survives a
 * lost network, a busy server, a newer version of the app, a reload and the end of the session. All forms use this
 * mechanism (IdempotencyKeyField). It loads with the first form of a signed-in person.
 */
import { isNamed } from "./draft.ts";
import type { FoundDraft } from "./found-line.tsx";
import { ownKey } from "./device-owner.ts";
import {
  controlsOf,
  defaultOf,
  identityOf,
  isTyped,
  setControl,
  openFoldsAround,
  valueOf,
} from "./form-controls.ts";
import { sealerOf, type Sealer } from "./sealed.ts";
import { SIGNED_OUT_HEADER } from "./signed-out-header.ts";

export { FoundLine } from "./found-line.tsx";

type Texts = Record<string, string>;
/** `from`: the values that the fields had before the person typed. `at`: the time in ms. */
type Draft = { at: number; values: Texts; from: Texts };

const DAY_MS = 24 * 60 * 60 * 1000;
/** The maximum length of a draft in characters. Forms that the server keeps (KEEP-1) have the same limit. */
const MOST_CHARS = 64 * 1024;
/** The maximum number of drafts of a person. */
const MOST_DRAFTS = 40;

/**
 * The drafts of this page by their key in local storage. A draft is here before it is sealed and stored, because that
 * takes a moment, and the same form may be drawn again meanwhile.
 */
const present = new Map<string, Draft>();
/** For each form that was sent, by its key from `keyOf`: the key of its draft in local storage. */
const sent = new Map<string, string>();

/**
 * Stores what is typed into a form, and restores it later. Calls `show` with a description of the restored draft.
 * Returns a function that stops this.
 */
export function keepDraft(
  form: HTMLFormElement,
  key: string,
  show: (found: FoundDraft | null) => void,
): () => void {
  const ready = sealerOf(key);
  if (!ready || isNamed(form)) return () => {};
  followSending();
  const kept = new FormDraft(form, ready, show);
  const note = ({ target }: Event) => kept.note(target);
  const noteSent = () => kept.noteSent();
  form.addEventListener("input", note);
  form.addEventListener("change", note);
  form.addEventListener("submit", noteSent);
  return () => {
    form.removeEventListener("input", note);
    form.removeEventListener("change", note);
    form.removeEventListener("submit", noteSent);
  };
}

class FormDraft {
  private readonly identity: string;
  private readonly initial = new Map<string, string>();
  private readonly touched = new Set<string>();
  private place = "";
  private readonly form: HTMLFormElement;
  private readonly show: (found: FoundDraft | null) => void;
  private readonly ready: Promise<Sealer>;

  constructor(form: HTMLFormElement, ready: Promise<Sealer>, show: (found: FoundDraft | null) => void) {
    this.form = form;
    this.show = show;
    this.identity = identityOf(form);
    for (const [id, control] of controlsOf(form)) {
      this.initial.set(id, defaultOf(control));
      // The value differs from the page's value, so the person typed it before this script ran.
      if (isTyped(control) && valueOf(control) !== defaultOf(control)) this.touched.add(id);
    }
    this.ready = ready.then(async (sealer) => {
      this.place = ownKey("draft", await sealer.name(this.identity));
      await this.restore(sealer);
      return sealer;
    });
  }

  note(target: EventTarget | null): void {
    for (const [id, control] of controlsOf(this.form)) {
      if (control !== target) continue;
      if (!this.initial.has(id)) this.initial.set(id, defaultOf(control));
      this.touched.add(id);
    }
    void this.ready.then((sealer) => this.store(sealer));
  }

  noteSent(): void {
    const key = keyOf(new FormData(this.form));
    if (this.place) sent.set(key, this.place);
  }

  private async store(sealer: Sealer): Promise<void> {
    const values: Texts = {};
    const from: Texts = {};
    let worthIt = false;
    for (const [id, control] of controlsOf(this.form)) {
      const before = this.initial.get(id) ?? "";
      if (!this.touched.has(id) || valueOf(control) === before) continue;
      values[id] = valueOf(control);
      from[id] = before;
      worthIt ||= isTyped(control);
    }
    if (!worthIt) return forget(this.place);
    const draft = { at: Date.now(), values, from };
    present.set(this.place, draft);
    const text = JSON.stringify({ values, from });
    const sealed = text.length > MOST_CHARS ? null : await sealer.seal(text);
    // While the draft was being sealed, the person may have typed more, or the server may have accepted the form. The
    // sealed draft is then outdated, and not stored.
    if (sealed && present.get(this.place) === draft)
      write(this.place, JSON.stringify({ at: draft.at, sealed }));
  }

  private async restore(sealer: Sealer): Promise<void> {
    const draft = present.get(this.place) ?? (await read(this.place, sealer));
    if (!draft) return;
    let [changed, given] = [false, false];
    // Filling a field may make further fields appear. The second round fills these fields.
    for (const round of [1, 2]) {
      if (round === 2) await new Promise((done) => setTimeout(done));
      for (const [id, control] of controlsOf(this.form)) {
        const value = draft.values[id];
        if (value === undefined || this.touched.has(id)) continue;
        if (valueOf(control) === value) {
          // The page shows this value because the server refused the form and returned what was typed. The
          // server has not stored it, so the value counts as typed and stays in the draft.
          this.initial.set(id, draft.from[id] ?? "");
          this.touched.add(id);
          continue;
        }
        given = true;
        if (!this.initial.has(id)) this.initial.set(id, defaultOf(control));
        changed ||= draft.from[id] !== this.initial.get(id);
        this.touched.add(id);
        setControl(control, value);
        openFoldsAround(control);
      }
    }
    if (!given) return;
    const files = this.form.querySelector("input[type=file]") !== null;
    this.show({ at: draft.at, changed, files, discard: () => this.discard() });
  }

  private discard(): void {
    for (const [id, control] of controlsOf(this.form))
      if (this.touched.has(id)) setControl(control, this.initial.get(id) ?? "");
    this.touched.clear();
    forget(this.place);
    this.show(null);
  }
}

async function read(place: string, sealer: Sealer): Promise<Draft | null> {
  try {
    const { at, sealed } = JSON.parse(localStorage.getItem(place) ?? "{}") as {
      at?: number;
      sealed?: string;
    };
    if (!sealed || !at || !(Date.now() - at < DAY_MS)) return null;
    const text = await sealer.open(sealed);
    return text === null ? null : { at, ...(JSON.parse(text) as Omit<Draft, "at">) };
  } catch {
    // The browser blocks its storage, or the stored text is not a draft.
    return null;
  }
}

function write(place: string, text: string): void {
  try {
    const own = Object.keys(localStorage).filter((name) => name.startsWith(ownKey("draft", "")));
    const ageOf = (name: string) =>
      (JSON.parse(localStorage.getItem(name) ?? "{}") as { at?: number }).at ?? 0;
    if (!own.includes(place))
      for (const old of own.toSorted((a, b) => ageOf(b) - ageOf(a)).slice(MOST_DRAFTS - 1))
        localStorage.removeItem(old);
    localStorage.setItem(place, text);
  } catch {
    // The browser's storage is full or blocked. The form works without a draft.
  }
}

function forget(place: string): void {
  present.delete(place);
  try {
    localStorage.removeItem(place);
  } catch {
    // The browser blocks its storage, so there is no draft to remove.
  }
}

let follows = false;
/**
 * Replaces `fetch` with a function that also removes the draft of a form when the server accepts the form. React Router
 * reports the response only to the page of the form, which may be gone.
 */
function followSending(): void {
  if (follows) return;
  follows = true;
  const plain = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const place = init?.method === "POST" ? placeOf(init.body) : undefined;
    const response = await plain(input, init);
    if (place && response.ok && !response.headers.has(SIGNED_OUT_HEADER)) forget(place);
    return response;
  };
}

const placeOf = (body: BodyInit | null | undefined): string | undefined =>
  body instanceof URLSearchParams || body instanceof FormData ? sent.get(keyOf(body)) : undefined;

/**
 * Returns the key by which a sent form is found again: its idempotency key. A form without an idempotency key has the
 * id of the person as its key. That id then stands for the last form that the person sent without an idempotency key.
 */
function keyOf(form: URLSearchParams | FormData): string {
  const key = form.get("idempotencyKey") ?? form.get("formOwner");
  return typeof key === "string" ? key : "";
}

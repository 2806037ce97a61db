/**
 * BOOK-20: on a phone the booking form has three steps if there is an active price list. All fields stay in
 * the form; its `data-step` and theme.css hide the groups of the other steps. Without JavaScript the form is
 * one page. Each step is a history entry with its own hash. React Router loads nothing for a hash, so the
 * steps work without a network.
 */
import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { Button } from "../../ui/button.tsx";
import { REVEAL } from "../../ui/form.tsx";
import { useHydrated } from "../../ui/hydrated.ts";

/** The ids of the form's field groups. Each group is a step, and its id is the hash of the step. */
const STEPS = ["sender", "receiver", "package"] as const;
const LAST = STEPS.length - 1;
/** Screens narrower than this width show the steps. theme.css must use the same width. */
const PHONE = "(width < 40rem)";
const NEEDED = [
  ["senderName", "senderPhone", "senderAddress"],
  ["receiverName", "receiverPhone", "receiverAddress"],
];

const groupOf = (of: EventTarget | Element | null) =>
  of instanceof Element ? of.closest<HTMLElement>("[data-group]") : null;
const numberOf = (group: HTMLElement | null) => Number(group?.dataset["group"] ?? 0);
/** Returns the number of the step that a hash names. -1 if the hash names no step. */
const stepOf = (hash: string) => STEPS.findIndex((id) => `#${id}` === hash);

function firstOpen(form: HTMLFormElement): number {
  const open = NEEDED.findIndex((names) =>
    names.some((name) => {
      const field = form.elements.namedItem(name);
      return field && "value" in field && field.value === "";
    }),
  );
  return open < 0 ? LAST : open;
}

type Pushed = { visit?: string } | null;

/** Returns the key of this visit to the form. All steps of one visit have the same key. */
export function useVisit(): string {
  const { key, state } = useLocation();
  return (state as Pushed)?.visit ?? key;
}

/**
 * Call `useSteps` before `useForm`: `useForm` focuses a field with an error, and the step of that field must
 * then be open. Call `useSteps` after `useDraft`: `useDraft` restores the values after a reload.
 */
export function useSteps(formRef: RefObject<HTMLFormElement | null>, on: boolean) {
  const ready = useHydrated();
  const [step, setStep] = useState(0);
  const { hash, key, state } = useLocation();
  const type = useNavigationType();
  const visit = useVisit();
  const navigate = useNavigate();
  const show = useCallback(
    (to: number) => {
      if (formRef.current) formRef.current.dataset["step"] = String(to);
      setStep(to);
    },
    [formRef],
  );
  useShownStep(formRef, on, show);

  /** Opens another step and focuses its legend, so that screen readers announce the step. */
  const open = useCallback(
    (to: number) => {
      show(to);
      const legend = document.getElementById(STEPS[to] ?? "")?.querySelector("legend");
      if (legend) legend.tabIndex = -1;
      legend?.focus({ preventScroll: true });
    },
    [show],
  );
  // After Back or Forward, the step must open before the browser restores the scroll position.
  useLayoutEffect(() => {
    const to = stepOf(hash);
    if (on && type === "POP" && to >= 0 && formRef.current?.dataset["step"]) open(to);
  }, [on, hash, key, type, formRef, open]);

  return {
    step,
    shown: on && ready,
    midway: step < LAST,
    back() {
      const cameFromIt = (state as Pushed)?.visit && stepOf(hash) === step;
      if (cameFromIt) return void navigate(-1);
      open(step - 1);
      window.history.replaceState(window.history.state, "", `#${STEPS[step - 1]}`);
    },
    /** Opens the next step if `isRight` accepts the fields of the current step. */
    next(isRight: (part: HTMLElement) => boolean) {
      const part = document.getElementById(STEPS[step] ?? "");
      if (!part || !isRight(part)) return;
      const { pathname, search } = window.location;
      // If the entry had no hash, Back would load the page again.
      window.history.replaceState(window.history.state, "", `#${STEPS[step]}`);
      open(step + 1);
      void navigate({ pathname, search, hash: STEPS[step + 1] }, { state: { visit } });
    },
    isMidway: () => on && step < LAST && matchMedia(PHONE).matches,
  };
}

/**
 * First shows the step in the URL's hash, or an earlier step with an empty required field. Afterwards shows
 * the step of a field that takes the focus because of an error.
 */
function useShownStep(formRef: RefObject<HTMLFormElement | null>, on: boolean, show: (step: number) => void) {
  useEffect(() => {
    const form = formRef.current;
    if (!form || !on) return;
    // The person may already be typing. The step with the focus stays open.
    const typing = groupOf(document.activeElement);
    show(typing ? numberOf(typing) : Math.max(0, Math.min(stepOf(window.location.hash), firstOpen(form))));
    const reveal = (event: Event) => show(numberOf(groupOf(event.target)));
    const follow = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href^='#']") : null;
      const group = link && groupOf(document.getElementById(link.hash.slice(1)));
      if (group) show(numberOf(group));
    };
    form.addEventListener(REVEAL, reveal);
    form.addEventListener("click", follow);
    return () => {
      delete form.dataset["step"];
      form.removeEventListener(REVEAL, reveal);
      form.removeEventListener("click", follow);
    };
  }, [formRef, on, show]);
}

/** The page from the server already contains this line, so that nothing moves when the script starts. */
export function StepHead({ steps: { step, back } }: { steps: ReturnType<typeof useSteps> }) {
  return (
    <p className="-my-4 flex min-h-11 items-center justify-between noscript:hidden sm:hidden">
      <span className="text-sm font-semibold text-muted">{`Step ${step + 1} of ${STEPS.length}`}</span>
      {step > 0 && (
        <Button type="button" variant="quiet" size="sm" onClick={back}>
          Back
        </Button>
      )}
    </p>
  );
}

/** PROFILE-4: the form of every sign-out. It first asks about unsent bookings and scans, which a sign-out deletes. */
import { useEffect, useRef, useState, type ComponentType, type FormEvent, type ReactNode } from "react";
import { useFetcher } from "react-router";
import { UNEXPECTED } from "./account-messages.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import type { Unsent } from "../../offline/send-queue.ts";
import { beginSignOut, deviceOwner, GUEST } from "../../ui/device-owner.ts";
import { showToast } from "../../ui/toast.tsx";
import type { SignOutDialogProps } from "./sign-out-dialog.tsx";

type Asked = { unsent: Unsent[]; form: HTMLFormElement; Dialog: ComponentType<SignOutDialogProps> };

const REACH_MS = 10_000;

/**
 * Rejects if the server cannot be reached. Without a network a sign-out would show a broken page: the code of the
 * sign-out route cannot be loaded, so the router reloads the whole page, and that reload fails, too.
 */
const reachServer = () => fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(REACH_MS) });

/** The send queue loads on demand, because nearly every page contains this form. */
const unsentOf = async (owner: string) => (await import("../../offline/send-queue.ts")).countUnsent(owner);

/**
 * Asks about unsent data before a form ends the session. Put `onSubmit` on the form and `question` beside the form.
 * `before` runs first; if it fails, the form is not sent.
 */
export function useSignOutQuestion(before?: () => Promise<unknown>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const answered = useRef(false);

  const signOut = async (form: HTMLFormElement) => {
    await before?.();
    answered.current = true;
    form.requestSubmit();
  };
  const fail = () => showToast({ tone: "bad", title: "Logout Error", text: UNEXPECTED });
  const ask = async (form: HTMLFormElement) => {
    const owner = deviceOwner();
    const unsent = owner === GUEST ? [] : await unsentOf(owner);
    if (unsent.length === 0) return signOut(form);
    // Only people with unsent data load the dialog.
    const { SignOutDialog } = await import("./sign-out-dialog.tsx");
    setAsked({ unsent, form, Dialog: SignOutDialog });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (event.defaultPrevented) return;
    if (answered.current) {
      answered.current = false;
      return beginSignOut();
    }
    event.preventDefault();
    ask(event.currentTarget).catch(fail);
  };
  const question = asked && (
    <asked.Dialog
      unsent={asked.unsent}
      onStay={() => setAsked(null)}
      onSignOut={() => {
        setAsked(null);
        signOut(asked.form).catch(fail);
      }}
    />
  );
  return { onSubmit, question };
}

type Props = {
  action: string;
  className?: string;
  /** `busy` is true during the sign-out. */
  children: (busy: boolean) => ReactNode;
};

export function SignOutForm({ action, className, children }: Props) {
  const fetcher = useFetcher<ActionResult>();
  const { onSubmit, question } = useSignOutQuestion(reachServer);
  useEffect(() => {
    if (fetcher.data?.problem) showToast({ tone: "bad", ...fetcher.data.problem });
  }, [fetcher.data]);
  return (
    <>
      <fetcher.Form method="post" noValidate action={action} className={className} onSubmit={onSubmit}>
        {children(fetcher.state !== "idle")}
      </fetcher.Form>
      {question}
    </>
  );
}

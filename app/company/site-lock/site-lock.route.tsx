/** LOCK-2: the page of the site lock. All staff see the lock's state; super admins change it. */
import { useRef, useState, type FormEvent } from "react";
import { data, useNavigation, useSubmit } from "react-router";
import { Lock, LockOpen } from "lucide-react";
import type { Route } from "./+types/site-lock.route";
import { useMayNot } from "../../access/use-may.ts";
import { servicesContext } from "../../platform/context.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { SendButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { NewPasswordField } from "../../ui/field.tsx";
import { FormErrors, KeyedForm, useForm } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { LOCK_BUTTONS } from "./forms.server.ts";
import { LOCK_FAILED } from "./messages.ts";
import { makeLock, showLock } from "./site-lock.server.ts";
import { activateForm } from "./site-lock.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Site Lock");

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const lock = (await showLock(db)) ?? (await makeLock(db).catch(() => null));
  if (!lock) throw data("Failed to initialize site lock configuration", { status: 500 });
  const { active, updatedAt } = lock;
  return { active, updatedAt, key: newIdempotencyKey() };
}

export const action = staffAction({
  buttons: LOCK_BUTTONS,
  to: () => "/admin/site-lock",
  failed: LOCK_FAILED,
});

export const clientAction = formClientAction<typeof action>(LOCK_FAILED);

export default function SiteLockPage({ loaderData, actionData }: Route.ComponentProps) {
  const { active, updatedAt, key } = loaderData;
  const form = { formKey: key, refused: actionData };
  const mayNot = useMayNot(NEEDS);
  return (
    <>
      <PageHead title="Site Lock" text="Close the whole site to everyone who does not have the password." />
      <section aria-label="Lock management" className="mt-6 max-w-xl bg-card p-5 sm:p-6">
        <p
          className={`flex items-center gap-3 font-display text-2xl font-bold ${active ? "text-stop" : "text-go"}`}
        >
          {active ? <Lock aria-hidden className="size-7" /> : <LockOpen aria-hidden className="size-7" />}
          {active ? "The site is locked" : "The site is open"}
        </p>
        <p className="mt-2 text-muted">
          {active
            ? "Booking, tracking, stores and the back office are closed. People who enter the password can use the site until they close their browser or the lock changes."
            : "Everyone can use the site. To close the site, set a password."}
          {updatedAt && ` ${active ? "Locked" : "Open"} since ${formatAdminDateTime(updatedAt)}.`}
        </p>
        {active ? <Deactivate {...form} /> : <Activate {...form} />}
        {mayNot && <p className="mt-3 text-sm font-semibold">{mayNot}</p>}
      </section>
    </>
  );
}

const STOPS =
  "While the site is locked, nobody without the password can book, track a parcel, or open a store or its dashboard. Staff need the password too; only this page stays open to super admins.";

const NEEDS = "manageSiteLock";

type Props = { formKey: string; refused: Route.ComponentProps["actionData"] };

function Activate({ formKey, refused }: Props) {
  // A live update brings a new idempotency key, and a new key would reset the form. So the first key stays.
  const [ownKey] = useState(formKey);
  const { field, handlers, allErrors, formId } = useForm(activateForm, {
    errors: refused?.errors ?? {},
    values: {},
  });
  const mayNot = useMayNot(NEEDS);
  const disabled = mayNot !== null;
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const [asking, setAsking] = useState(false);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    handlers.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    setAsking(true);
  };
  return (
    <KeyedForm
      ref={form}
      formKey={refused?.key ?? ownKey}
      className="mt-5 grid gap-4"
      {...handlers}
      onSubmit={onSubmit}
    >
      <p className="border-l-4 border-stop bg-paper px-4 py-3">{STOPS}</p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Close the whole site?"
        text={STOPS}
        confirmLabel="Close the site"
        busy={useNavigation().state !== "idle"}
        onConfirm={() => {
          setAsking(false);
          void submit(form.current);
        }}
      />
      <input type="hidden" name="intent" value="activate" />
      <FormErrors errors={allErrors} formId={formId} />
      <NewPasswordField
        label="Lock Password"
        hint="At least 4 characters. Share it with the people who may use the site."
        disabled={disabled}
        {...field("password")}
      />
      <NewPasswordField label="Confirm Password" disabled={disabled} {...field("confirmPassword")} />
      <div className="min-w-0">
        <SendButton busyLabel="Activating..." disabled={disabled} title={mayNot ?? undefined}>
          Activate Site Lock
        </SendButton>
      </div>
    </KeyedForm>
  );
}

function Deactivate({ formKey, refused }: Props) {
  const mayNot = useMayNot(NEEDS);
  return (
    <KeyedForm formKey={refused?.key ?? formKey} className="mt-5 grid gap-4">
      <input type="hidden" name="intent" value="deactivate" />
      <FormErrors errors={refused?.errors ?? {}} />
      <div className="min-w-0">
        <SendButton busyLabel="Deactivating..." disabled={mayNot !== null} title={mayNot ?? undefined}>
          Deactivate Site Lock
        </SendButton>
      </div>
    </KeyedForm>
  );
}

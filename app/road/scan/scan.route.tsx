/** SCAN-1: statuses by scanning: camera, keyboard-wedge scanner or typed, in one mode that is chosen once. */
import { useRef, useState, type FormEvent } from "react";
import type { Route } from "./+types/scan.route";
import { adminContext } from "../../access/principal-context.ts";
import { scannedTrackingCode } from "../../domain/tracking-code.ts";
import { missingForFailed } from "../../domain/failure-reasons.ts";
import { refusal } from "../../access/permissions.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Camera } from "./camera.tsx";
import { SCAN_BUTTONS } from "./forms.server.ts";
import { NOT_SET } from "./messages.ts";
import { LastScan, ScanList } from "./scan-list.tsx";
import { ScanModeFields } from "./scan-mode.tsx";
import type { Delay } from "./page-scans.ts";
import { isUnsent } from "../../offline/send-queue.ts";
import type { ScanMode, ScanResponse } from "./scan.ts";
import { signal } from "../../ui/signal.ts";
import { usePageScans } from "./use-page-scans.ts";
import { useWedge } from "./use-wedge.ts";
import { FIRST_STATUS, needsReason, STATUS_FACTS } from "../../domain/delivery-status.ts";
import { useCompany } from "../../platform/company/use-company.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Scan");

export function loader({ context }: Route.LoaderArgs) {
  return { key: newIdempotencyKey(), mayNotScan: refusal(context.get(adminContext).role, "changeStatus") };
}

/** Without JavaScript. */
export const action = formAction({
  actor: (context) => context.get(adminContext),
  buttons: SCAN_BUTTONS,
  to: () => "/admin/scan",
  failed: NOT_SET,
});

const AFTER_BOOKING = STATUS_FACTS[FIRST_STATUS].next[0]!;

const notACode = (text: string): string =>
  text.trim() === ""
    ? "Scan a label, or type its tracking code."
    : `“${text.slice(0, 40)}” is not a tracking code. Scan the barcode of our label, or type the code below it.`;

export default function ScanPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, mayNotScan } = loaderData;
  const { queue, view } = usePageScans();
  const [mode, setMode] = useState<ScanMode>({ status: AFTER_BOOKING, reason: "", note: "" });
  /** What keeps the scan from being sent, by field. */
  const [problems, setProblems] = useState<Record<string, string> | null>(null);
  const input = useRef<HTMLInputElement>(null);

  /** False where the text stays for the clerk to correct. */
  const scan = (text: string): boolean => {
    const code = scannedTrackingCode(text);
    const missing = needsReason(mode.status) ? missingForFailed(mode.reason, mode.note) : null;
    setProblems(code ? missing : { ...missing, code: notACode(text) });
    if (missing || !code) {
      signal("no");
      // What was scanned stays, to be sent once the reason is there.
      if (code && input.current) input.current.value = code;
      return false;
    }
    void queue.add(code, needsReason(mode.status) ? mode : { ...mode, reason: "", note: "" });
    return true;
  };
  useWedge(mayNotScan ? null : scan);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = input.current;
    if (field && scan(field.value)) field.value = "";
    field?.focus();
  };
  const choose = (chosen: ScanMode) => {
    setMode(chosen);
    setProblems(null);
  };

  return (
    <div className="max-w-3xl">
      <PageHead title="Scan" text="Scan labels with a scanner or the camera, or type the codes." />
      {mayNotScan && <p className="mt-4 border-l-8 border-danfo bg-card px-4 py-3">{mayNotScan}</p>}
      <form method="post" noValidate onSubmit={onSubmit} data-waits className="mt-6 grid gap-5">
        <IdempotencyKeyField value={key} />
        <ScanModeFields mode={mode} onChange={choose} errors={problems} disabled={mayNotScan !== null} />
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-[min(14rem,100%)] grow">
            <Field
              ref={input}
              label="Tracking code"
              name="code"
              placeholder={useCompany().example}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              error={problems?.["code"]}
              disabled={mayNotScan !== null}
            />
          </div>
          <Button type="submit" disabled={mayNotScan !== null} className="sm:mt-7">
            Set status
          </Button>
          {!mayNotScan && <Camera onCode={scan} />}
        </div>
      </form>
      {/* A scan has no field with the focus: its problems are read aloud. */}
      <p role="alert" className="sr-only">
        {problems && Object.values(problems).join(" ")}
      </p>
      {actionData && "text" in actionData && view.scans.length === 0 && (
        <PlainResponse response={actionData} formKey={key} />
      )}
      <Waiting
        count={view.scans.filter(isUnsent).length}
        delay={view.delay}
        onSend={() => void queue.send()}
      />
      <div className="mt-6">
        <LastScan scan={view.scans[0]} />
      </div>
      <ScanList scans={view.scans} undoing={view.undoing} onUndo={(one) => void queue.undo(one)} />
    </div>
  );
}

function Waiting({ count, delay, onSend }: { count: number; delay: Delay; onSend: () => void }) {
  if (count === 0 || delay === null) return null;
  const one = count === 1;
  return (
    <div
      role="alert"
      className="mt-4 flex flex-wrap items-center gap-3 border-l-8 border-danfo bg-card px-4 py-3"
    >
      <p className="grow">
        <strong>{one ? "1 scan not sent yet." : `${count} scans not sent yet.`}</strong>{" "}
        {delay === "offline"
          ? `Keep scanning. ${one ? "It will be sent" : "They will be sent, each only once,"} once you have network.`
          : `You are signed out. Sign in again in another tab; ${one ? "it stays" : "they stay"} here.`}
      </p>
      {delay === "sign in" ? (
        <a
          href="/admin/login?next=/admin/scan"
          target="_blank"
          rel="noopener"
          className="font-semibold underline"
        >
          Sign in
        </a>
      ) : (
        <Button type="button" size="sm" variant="secondary" onClick={onSend}>
          Send now
        </Button>
      )}
    </div>
  );
}

/** The answer to the form that a browser without JavaScript sent. */
function PlainResponse({
  response: { ok, code, text, same, back },
  formKey,
}: {
  response: ScanResponse;
  formKey: string;
}) {
  const edge = same ? "border-danfo" : ok ? "border-go" : "border-stop";
  return (
    <div role="status" className={`mt-4 border-l-8 bg-card px-4 py-3 ${edge}`}>
      <p>
        <strong>{code}</strong> {text}
      </p>
      {back && (
        <form method="post" noValidate className="mt-2">
          <IdempotencyKeyField value={formKey} />
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="id" value={back.id} />
          <input type="hidden" name="version" value={back.version} />
          <input type="hidden" name="status" value={back.status} />
          <Button type="submit" size="sm" variant="secondary">
            Undo
          </Button>
        </form>
      )}
    </div>
  );
}

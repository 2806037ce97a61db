/** SCAN-1: the scan page of a company without hubs: each scan sets a status. */
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { CameraButton, CameraPicture, useCamera } from "./camera.tsx";
import { ScanCodeField } from "./code-field.tsx";
import { PlainResponse } from "./plain-response.tsx";
import { LastScan, ScanList } from "./scan-list.tsx";
import type { ScanResponse, ScanTask } from "./scan.ts";
import { StatusFields } from "./status-fields.tsx";
import { codeReaderFor, useScanDesk } from "./use-scan-desk.ts";
import { WaitingScans } from "./waiting-scans.tsx";

type Props = { formKey: string; first: ScanTask; mayNotScan: string | null; response: ScanResponse | null };

export function StatusDesk({ formKey, first, mayNotScan, response }: Props) {
  const desk = useScanDesk(first, () => mayNotScan);
  const { queue, view, task, problems } = desk;
  const camera = useCamera();
  return (
    <div className="max-w-3xl">
      <PageHead title="Scan" text="Scan labels with a scanner or the camera, or type the codes." />
      {mayNotScan && <p className="mt-4 border-l-8 border-danfo bg-card px-4 py-3">{mayNotScan}</p>}
      <form method="post" noValidate onSubmit={desk.onSubmit} data-waits className="mt-6 grid gap-5">
        <IdempotencyKeyField value={formKey} />
        <StatusFields task={task} onChange={desk.choose} errors={problems} disabled={mayNotScan !== null} />
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-[min(14rem,100%)] grow">
            <ScanCodeField desk={desk} mayNot={mayNotScan} />
          </div>
          <Button type="submit" disabled={mayNotScan !== null} className="sm:mt-7">
            Set status
          </Button>
          {!mayNotScan && (
            <>
              <CameraButton camera={camera} className="sm:mt-7" />
              <CameraPicture camera={camera} read={codeReaderFor(task)} onCode={desk.scan} />
            </>
          )}
        </div>
      </form>
      {/* No field has the focus during a scan, so this hidden text tells screen readers about problems. */}
      <p role="alert" className="sr-only">
        {problems && Object.values(problems).join(" ")}
      </p>
      {response && view.scans.length === 0 && <PlainResponse response={response} formKey={formKey} />}
      <WaitingScans view={view} onSend={() => void queue.send()} />
      <div className="mt-6">
        <LastScan scan={view.scans[0]} />
      </div>
      <ScanList scans={view.scans} undoing={view.undoing} onUndo={(one) => void queue.undo(one)} />
    </div>
  );
}

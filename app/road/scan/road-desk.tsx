/** SCAN-6: the scan page of a company with hubs. The clerk chooses one task for all scans. */
import { useEffect, useRef } from "react";
import { whyRoleMayNot } from "../../access/permissions.ts";
import type { AdminRole } from "../../domain/admin-roles.ts";
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { AnswerCard } from "./answer-card.tsx";
import { CameraButton, CameraPicture, useCamera } from "./camera.tsx";
import { ScanCodeField } from "./code-field.tsx";
import { ModeRow } from "./mode-row.tsx";
import { RoadFields } from "./road-fields.tsx";
import { RunCounter, ShelfCounter, TallyLine } from "./scan-counts.tsx";
import { ScanList } from "./scan-list.tsx";
import { MODE_PERMISSIONS, SCAN_MODES } from "./scan-modes.ts";
import { taskKey, type ScanResponse, type ScanTask } from "./scan.ts";
import { StatusFields } from "./status-fields.tsx";
import { taskText, type RoadOfPage } from "./road-of-page.ts";
import { recallTask, rememberTask } from "./remembered-task.ts";
import { useModeKeys } from "./use-mode-keys.ts";
import { missingChoices, codeReaderFor, useScanDesk, type ScanDesk } from "./use-scan-desk.ts";
import { WaitingScans } from "./waiting-scans.tsx";

type Props = {
  formKey: string;
  first: ScanTask;
  /** True if the URL names a mode. This mode is then used instead of the one that the device remembers. */
  isAsked: boolean;
  road: RoadOfPage;
  role: AdminRole;
  response: ScanResponse | null;
};

const FORM = "scan-form";
const firstOf = (missing: Record<string, string> | null) => Object.values(missing ?? {})[0] ?? null;

export function RoadDesk({ formKey, first, isAsked, road, role, response }: Props) {
  const mayNotDo = ({ mode }: Pick<ScanTask, "mode">) => whyRoleMayNot(role, MODE_PERMISSIONS[mode]);
  const desk = useScanDesk(first, mayNotDo);
  const { queue, view, task, problems } = desk;
  const camera = useCamera();
  const set = useRememberedTask(desk, () => (isAsked ? null : recallTask(road, mayNotDo)));
  const answers = useAnswersInView(camera.on);
  const mayNot = mayNotDo(task);
  const [last] = view.scans;
  const run = road.runs.find(({ id }) => id === task.run);
  const shelf = task.mode === "count" && road.hubs.find(({ id }) => id === task.hub);
  return (
    <div className="max-w-6xl">
      <PageHead title="Scan" />
      <div className="mt-4">
        <ModeRow mode={task.mode} form={FORM} hub={task.hub} onChoose={(mode) => set({ mode })} />
      </div>
      <div className="mt-4 grid items-start gap-x-8 gap-y-5 lg:grid-cols-[22rem_1fr]">
        <form
          id={FORM}
          method="post"
          noValidate
          onSubmit={desk.onSubmit}
          data-waits
          className="grid gap-4 max-lg:order-last"
        >
          <IdempotencyKeyField value={formKey} />
          <p className="text-sm text-muted">{SCAN_MODES[task.mode].does}</p>
          {mayNot && <p className="border-l-8 border-danfo bg-card px-4 py-3">{mayNot}</p>}
          {task.mode === "status" ? (
            <StatusFields task={task} onChange={set} errors={problems} disabled={mayNot !== null} />
          ) : (
            <RoadFields task={task} road={road} onChange={set} errors={problems} disabled={mayNot !== null} />
          )}
          <ScanCodeField desk={desk} mayNot={mayNot} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={mayNot !== null}>
              {SCAN_MODES[task.mode].button}
            </Button>
            {!mayNot && <CameraButton camera={camera} className="max-sm:w-full" />}
          </div>
        </form>
        <div ref={answers} className="grid min-w-0 gap-4">
          <AnswerCard
            task={{ mode: task.mode, text: taskText(task, road), missing: firstOf(missingChoices(task)) }}
            scan={last && taskKey(last) === taskKey(task) ? last : undefined}
            delay={view.delay}
            plain={response}
            formKey={formKey}
            onAnswer={(scan, person) => void queue.answer(scan, person)}
          />
          {!mayNot && <CameraPicture camera={camera} read={codeReaderFor(task)} onCode={desk.scan} />}
          {run && <RunCounter run={run} mode={task.mode} scans={view.scans} />}
          {shelf && <ShelfCounter hub={shelf} counts={road.counts} scans={view.scans} />}
          <TallyLine tally={view.tally[taskKey(task)]} />
          <WaitingScans view={view} onSend={() => void queue.send()} />
        </div>
      </div>
      {/* No field has the focus during a scan, so this hidden text tells screen readers about problems. */}
      <p role="alert" className="sr-only">
        {problems && Object.values(problems).join(" ")}
      </p>
      <ScanList scans={view.scans} undoing={view.undoing} onUndo={(one) => void queue.undo(one)} />
    </div>
  );
}

/**
 * Returns a function that changes the task and remembers the change on this device. `recall` returns the task that the
 * device remembers, or null.
 */
function useRememberedTask({ task, choose }: ScanDesk, recall: () => Partial<ScanTask> | null) {
  useEffect(() => {
    const recalled = recall();
    if (recalled) choose(recalled);
    // This runs only once, when the page has opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const set = (change: Partial<ScanTask>) => {
    // The list of runs depends on the mode, the hub and the recipient. If one of these changes, the chosen run is
    // cleared.
    const forgets = "mode" in change || "hub" in change || "to" in change;
    const next = forgets && !("run" in change) ? { ...change, run: "" } : change;
    choose(next);
    rememberTask({ ...task, ...next });
  };
  useModeKeys((mode) => set({ mode }));
  return set;
}

function useAnswersInView(isOn: boolean) {
  const answers = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, the button of the camera is below the answers. The page scrolls so that picture and answers
    // are visible.
    if (isOn && matchMedia("(width < 64rem)").matches) answers.current?.scrollIntoView({ block: "start" });
  }, [isOn]);
  return answers;
}

/** RUN-8: reports an incident of the whole run, which dispatch sees as soon as the phone has a network. */
import { useState } from "react";
import { INCIDENT_FACTS, INCIDENT_KINDS, type IncidentKind } from "../../../domain/run.ts";
import { ChoiceField, Tap, WordsField } from "./controls.tsx";
import { PhoneLink, SaveBar, Screen } from "./frame.tsx";
import { goHome } from "./screens.client.ts";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";

export function IncidentScreen({ open }: { open: OpenDay }) {
  const { day, state } = open;
  const [runId, setRunId] = useState((state.next?.run ?? day.runs[0])?.id ?? null);
  const [kind, setKind] = useState<IncidentKind | null>(null);
  const [note, setNote] = useState("");
  const { save, problem, isBusy } = useRecord(open);
  const run = day.runs.find(({ id }) => id === runId);
  const desk = day.company.phone ?? day.hub.phone;
  return (
    <Screen
      title="Report a problem"
      bar={
        <SaveBar
          problem={problem}
          look="stop full"
          disabled={!kind || !run || isBusy}
          onSave={() => {
            if (kind && run)
              void save({ kind: "incident", incident: kind, note: note.trim() }, runOf(run), goHome);
          }}
        >
          Tell the desk
        </SaveBar>
      }
    >
      {desk && <PhoneLink number={desk}>Call the desk</PhoneLink>}
      {day.runs.length > 1 && (
        <ChoiceField
          label="Run"
          value={runId ?? ""}
          options={day.runs.map(({ id, name }) => ({ value: id, text: name }))}
          onChoose={setRunId}
        />
      )}
      <div className="stack" role="group" aria-label="What happened">
        {INCIDENT_KINDS.map((one) => (
          <Tap key={one} look="left" aria-pressed={one === kind} onClick={() => setKind(one)}>
            {INCIDENT_FACTS[one].label}
          </Tap>
        ))}
      </div>
      <WordsField label="In a few words (if you like)" words={note} onWords={setNote} />
    </Screen>
  );
}

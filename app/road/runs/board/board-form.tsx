/** The form of the board: rows that are ticked on the left side go to a run on the right side. */
import { Form, useSearchParams } from "react-router";
import { RUN_KIND_NAMES } from "../../../domain/run.ts";
import { FormErrors, IdempotencyKeyField } from "../../../ui/form.tsx";
import type { PermittedFormProps } from "../../../ui/permitted-fields.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { AssignBar, HubChoice } from "./assign-bar.tsx";
import type { BoardRow, BoardSection } from "./board.ts";
import { usePlanAddress } from "./board-head.tsx";
import { BoardSectionView } from "./board-sections.tsx";
import { counted } from "../run-text.ts";
import type { PartlyAssigned } from "./forms.server.ts";
import type { RunOfDay } from "../runs-of-day.server.ts";
import { RegularDue, type DueRegular } from "./regular-due.tsx";
import { RunColumns } from "./run-cards.tsx";
import { useBoardTicks } from "./use-board-ticks.ts";

type Hub = { id: string; name: string; code: string; closed: boolean };
type Board = {
  hub: Hub;
  hubs: readonly Hub[];
  day: string;
  today: string;
  now: Date;
  runs: readonly RunOfDay[];
  sections: readonly BoardSection<BoardRow>[];
  regular: readonly DueRegular[];
  toDecide: number;
};
type Props = { board: Board; form: PermittedFormProps; partly: PartlyAssigned["partly"] | null };

/** The number of rows up to which all groups are shown open. */
const FEW_ROWS = 40;

export function BoardForm({ board, form, partly }: Props) {
  const { sections, runs, hubs, hub, day, now } = board;
  const { errors, values, formKey, busy, mayNot } = form;
  const { form: element, sum } = useBoardTicks();
  const [params] = useSearchParams();
  const plan = usePlanAddress();
  const rows = sections.flatMap(({ groups }) => groups.flatMap((group) => group.rows ?? []));
  const hubOptions = hubs.filter(({ closed }) => !closed).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      {mayNot && <p className="mt-4 text-sm font-semibold">{mayNot}</p>}
      <NotAssigned error={errors["form"]} />
      {partly && <Partly {...partly} />}
      <div className="board mt-6">
        <Form
          ref={element}
          method="post"
          noValidate
          preventScrollReset
          aria-label="Open parcels"
          className="min-w-0"
        >
          {/* In a tick box, the key Enter presses the first button of the form. This disabled button makes
              Enter do nothing. */}
          <button type="submit" disabled hidden />
          <IdempotencyKeyField value={formKey} />
          <RegularDue hub={hub} toDecide={board.toDecide} due={board.regular} />
          {sections.length === 0 ? (
            <EmptyState
              title="Nothing waits here"
              text={`New bookings to pick up and pieces that arrive at ${hub.name} appear here.`}
            />
          ) : (
            <div className="grid gap-8">
              {sections.map((section) => (
                <BoardSectionView
                  key={section.key}
                  section={section}
                  now={now}
                  ticks={mayNot === null}
                  ticked={values}
                  unfolded={rows.length <= FEW_ROWS || params.has("open")}
                >
                  {section.kind === "unclear" && mayNot === null && (
                    <HubChoice hubs={hubOptions} {...{ values, busy }} />
                  )}
                </BoardSectionView>
              ))}
            </div>
          )}
          {mayNot === null && rows.length > 0 && (
            <AssignBar
              {...{ sum, values, errors, busy }}
              runs={runOptions(runs, hub.id)}
              hubs={hubOptions}
              planHref={hub.closed ? null : plan}
              asksHub={sections.some(({ kind }) => kind === "unclear")}
            />
          )}
        </Form>
        <RunColumns runs={runs} day={day} now={now} hubs={hubs} />
      </div>
    </>
  );
}

const NotAssigned = ({ error }: { error: string | undefined }) =>
  error && (
    <div className="mt-4">
      <FormErrors errors={{ form: error }} title="Nothing was assigned" />
    </div>
  );

const runOptions = (runs: readonly RunOfDay[], hub: string) =>
  runs
    .filter(({ state, hubId }) => state === "planned" && hubId === hub)
    .map(({ id, name, kind, holder, pieces }) => ({
      value: id,
      label: `${holder ?? "Nobody yet"}, ${name} (${RUN_KIND_NAMES[kind]}, ${counted(pieces, "piece")})`,
    }));

function Partly({ title, missed }: PartlyAssigned["partly"]) {
  return (
    <div role="alert" className="mt-4 border-l-8 border-danfo bg-card px-4 py-3">
      <p className="font-semibold">
        {title}, {missed.length} not
      </p>
      <ul className="text-sm">
        {missed.map(({ code, why }) => (
          <li key={code}>{`${code}: ${why}`}</li>
        ))}
      </ul>
    </div>
  );
}

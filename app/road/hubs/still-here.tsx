/** HUB-5: what is still at a hub, with links. For a closed hub, a note that it is closed comes first. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ADMIN_ROLE_NAMES, type AdminRole } from "../../domain/admin-roles.ts";
import { RUN_STATE_NAMES, type RunState } from "../../domain/run.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { leftWords, type Left } from "./left-text.ts";

type Named = { id: string; name: string };
type Props = {
  hubId: string;
  closed: boolean;
  left: Left;
  runs: readonly (Named & { state: RunState })[];
  riders: readonly Named[];
  team: readonly (Named & { role: AdminRole })[];
};

export function StillHere({ hubId, closed, left, runs, riders, team }: Props) {
  const words = leftWords(left);
  return (
    <>
      {closed && (
        <p role="status" className="mt-4 max-w-3xl border-l-8 border-stop bg-card px-4 py-3">
          <strong>This hub is closed.</strong>{" "}
          {words
            ? `Still here: ${words}. Move them: closing moves nothing by itself.`
            : "Nothing is left here."}
        </p>
      )}
      <dl className="mt-6 grid max-w-3xl gap-x-8 gap-y-4 sm:grid-cols-3">
        <Some name="Open runs" none="None" rows={runs}>
          {(run) => (
            <>
              <Link to={`/admin/runs/${run.id}`} className={LINK}>
                {run.name}
              </Link>{" "}
              <span className="text-sm text-muted">{RUN_STATE_NAMES[run.state].toLowerCase()}</span>
            </>
          )}
        </Some>
        <Some
          name="Riders"
          none={<TextLink to={`/admin/riders?add=1&hub=${hubId}`}>Add a rider</TextLink>}
          rows={riders}
        >
          {({ id, name }) => (
            <Link to={`/admin/riders/${id}`} className={LINK}>
              {name}
            </Link>
          )}
        </Some>
        <Some name="Team" none="Nobody yet" rows={team}>
          {({ name, role }) => (
            <>
              {name} <span className="text-sm text-muted">{ADMIN_ROLE_NAMES[role]}</span>
            </>
          )}
        </Some>
      </dl>
    </>
  );
}

const LINK = "inline-flex min-h-9 items-center font-semibold underline underline-offset-4";

type SomeProps<Row> = {
  name: string;
  none: ReactNode;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
};

function Some<Row extends { id: string }>({ name, none, rows, children }: SomeProps<Row>) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      {rows.length === 0 && <dd>{none}</dd>}
      {rows.map((row) => (
        <dd key={row.id} className="wrap-anywhere">
          {children(row)}
        </dd>
      ))}
    </div>
  );
}

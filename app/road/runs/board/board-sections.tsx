/** TRIP-12: the left column of the board: open pieces on no run, by their next destination and by town. */
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { formatTimeNear } from "../../../domain/dates.ts";
import { formatNaira } from "../../../domain/money.ts";
import { pieceCode, readablePieceCode } from "../../../domain/piece-code.ts";
import { planMark } from "../../../parcels/receiver-choices/plan-mark.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Link } from "../../../ui/link.tsx";
import { senderOf, type BoardGroup, type BoardRow, type BoardSection, type Totals } from "./board.ts";
import { isBrought, SECTION_HINTS } from "./board-section-kinds.ts";
import { ageText, ageWords, counted, kgText } from "../run-text.ts";
import { DUE_NAMES } from "../due.ts";
import { dayOfPickup } from "../pickup-day.ts";

type Shown = {
  now: Date;
  ticks: boolean;
  /** The fields that were ticked in a refused form. The page shows them ticked again. */
  ticked: Readonly<Record<string, string>>;
  /** True if the board has so few rows that all groups are unfolded. */
  unfolded: boolean;
};
type SectionProps = Shown & {
  section: BoardSection<BoardRow>;
  children?: ReactNode;
};

export function BoardSectionView({ section, children, ...shown }: SectionProps) {
  const { key, title, totals, groups, kind } = section;
  return (
    <section className="board-section" aria-labelledby={`section-${key}`}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`section-${key}`} className="font-display text-xl font-bold">
          {title} <span className="text-muted tabular-nums">{totals.pieces}</span>
        </h2>
        <p className="text-sm text-muted tabular-nums">{sumText(totals, shown.now)}</p>
      </header>
      {SECTION_HINTS[kind] && <p className="py-1.5 text-sm">{SECTION_HINTS[kind]}</p>}
      {groups.map((group) => (
        <Group key={group.key} group={group} kind={kind} {...shown} />
      ))}
      {children && <div className="mt-3">{children}</div>}
    </section>
  );
}

const sumText = ({ kg, collectKobo, oldest, due }: Totals, now: Date) =>
  [
    due,
    kgText(kg),
    collectKobo > 0 && `${formatNaira(collectKobo)} to collect`,
    `oldest ${ageText(oldest, now)}`,
  ]
    .filter(Boolean)
    .join(" · ");

type GroupProps = Shown & { group: BoardGroup<BoardRow>; kind: BoardSection["kind"] };

function Group({ group, kind, ticks, ...shown }: GroupProps) {
  const { key, title, rows, totals } = group;
  // Pieces that are not in the hub yet cannot be ticked.
  const canTick = ticks && !isBrought(kind);
  const field = `group:${key}`;
  return (
    <div className="board-group" data-ticks={canTick ? "yes" : "no"} data-group={rows ? key : undefined}>
      {canTick && !rows && <span />}
      {canTick && rows && (
        <label className="board-tick">
          <input
            type="checkbox"
            name={field}
            value={rows.map(({ id }) => id).join(",")}
            defaultChecked={field in shown.ticked}
            aria-label={`All ${counted(totals.pieces, "piece")} of ${title}`}
          />
        </label>
      )}
      {rows ? (
        <details open={shown.unfolded}>
          <summary className="board-line">
            <GroupLine group={group} now={shown.now} />
          </summary>
          <Rows rows={rows} kind={kind} ticks={canTick} {...shown} />
        </details>
      ) : (
        <FoldedGroup group={group} now={shown.now} />
      )}
    </div>
  );
}

/** Shows only the heading of a group, with a link to the page of the group's rows. */
function FoldedGroup({ group, now }: { group: BoardGroup<BoardRow>; now: Date }) {
  const [params] = useSearchParams();
  const to = new URLSearchParams(params);
  to.set("open", group.key);
  return (
    <Link to={`/admin/runs?${to}`} preventScrollReset className="board-line">
      <GroupLine group={group} now={now} />
    </Link>
  );
}

function GroupLine({ group: { title, totals }, now }: { group: BoardGroup<BoardRow>; now: Date }) {
  return (
    <>
      <span>{title}</span>
      <Figures {...totals} count={totals.pieces} since={totals.oldest} now={now} />
    </>
  );
}

type FigureProps = { count: number | null; kg: number; collectKobo: number; since: Date; now: Date };

function Figures({ count, kg, collectKobo, since, now }: FigureProps) {
  return (
    <>
      <span className="n">
        {count}
        {count !== null && <span className="sr-only"> {count === 1 ? "piece" : "pieces"}</span>}
      </span>
      <span className="kg font-normal text-muted">{kgText(kg)}</span>
      <span className="money">{collectKobo > 0 && <Amount>{formatNaira(collectKobo)}</Amount>}</span>
      <span className="age font-normal text-muted">
        <span aria-hidden>{ageText(since, now)}</span>
        <span className="sr-only">{ageWords(since, now)}</span>
      </span>
    </>
  );
}

type RowsProps = Omit<Shown, "unfolded"> & { rows: readonly BoardRow[]; kind: BoardSection["kind"] };

function Rows({ rows, kind, ...shown }: RowsProps) {
  const bySender = kind === "pickup" || isBrought(kind);
  if (!bySender) return <List rows={rows} kind={kind} {...shown} />;
  return [...Map.groupBy(rows, senderOf)].map(([sender, own]) => (
    <div key={sender}>
      <p className="board-sender">
        <strong>{own[0]!.name}</strong> · <span className="tabular-nums">{own[0]!.phone}</span> · booked{" "}
        {own.length}
        <span className="block text-muted">{own[0]!.address}</span>
      </p>
      <List rows={own} kind={kind} {...shown} />
    </div>
  ));
}

function List({ rows, ...shown }: RowsProps) {
  return (
    <ul>
      {rows.map((piece) => (
        <Row key={piece.id} piece={piece} {...shown} />
      ))}
    </ul>
  );
}

type RowProps = Omit<RowsProps, "rows"> & { piece: BoardRow };

function Row({ piece, kind, now, ticks, ticked }: RowProps) {
  const { id, code, number, pieces, name, address, kg, collectKobo, since, returning, waits, plan, due } =
    piece;
  const field = `piece:${id}`;
  const full = pieceCode(code, number, pieces);
  const pickup =
    kind === "pickup" && piece.pickupDay !== null && dayOfPickup(piece.pickupDay, piece.pickupHalf);
  const note = returning ? "Back to the sender. " : plan ? `${planMark(plan)}. ` : waits ? WAITS[waits] : "";
  return (
    <li className="board-row" data-piece={id} data-kg={kg} data-kobo={collectKobo} data-code={code}>
      {ticks && (
        <label className="board-tick">
          <input type="checkbox" name={field} defaultChecked={field in ticked} aria-label={`Tick ${full}`} />
        </label>
      )}
      <div className="board-line">
        <span className="min-w-0">
          <Link to={`/admin/bookings/${code}`}>{readablePieceCode(code, number, pieces)}</Link>
          {pieces > 1 && <span className="text-muted"> of {pieces}</span>}
          {pickup && <small>{pickup}</small>}
          {piece.notPickedUp && (
            <small className="board-failed">
              {formatTimeNear(piece.notPickedUp.at, now)}: {piece.notPickedUp.note}
            </small>
          )}
          {kind !== "pickup" && !isBrought(kind) && (
            <small>
              {due && (
                <strong className={`font-semibold ${due === "late" ? "text-stop" : "text-ink"}`}>
                  {DUE_NAMES[due]}.{" "}
                </strong>
              )}
              {note && <strong className="font-semibold text-ink">{note}</strong>}
              {name}, {address}
              <span className="phone-only"> · {kgText(kg)}</span>
            </small>
          )}
        </span>
        <Figures count={null} {...{ kg, collectKobo, since, now }} />
      </div>
    </li>
  );
}

const WAITS = { sender: "Ask the sender. ", collection: "Held for collection. ", day: "" };

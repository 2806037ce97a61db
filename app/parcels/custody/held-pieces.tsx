/** CUSTODY-4: the holder of each piece of a booking, and the time of the last hand-over. */
import { HOLDER_NAMES } from "../../domain/holders.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { Link } from "../../ui/link.tsx";
import type { HeldPiece } from "./read-pieces.server.ts";

const NAMED = { hub: "hub", rider: "rider", partner: "partner" } as const;

/** Returns a text such as 'the sender', 'hub Ikeja' or 'rider Musa Bello'. */
export function holderText({ holderKind, holderName }: Pick<HeldPiece, "holderKind" | "holderName">): string {
  return holderName && holderKind in NAMED
    ? `${NAMED[holderKind as keyof typeof NAMED]} ${holderName}`
    : HOLDER_NAMES[holderKind];
}

export function HeldPieces({ pieces }: { pieces: readonly HeldPiece[] }) {
  const [only] = pieces;
  if (!only) return null;
  if (pieces.length === 1) return <Held piece={only} />;
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-x-8 gap-y-3">
      {pieces.map((piece) => (
        <li key={piece.number} className="flex gap-3">
          <span className="w-24 shrink-0 text-muted tabular-nums">
            Piece {piece.number} of {pieces.length}
          </span>
          <Held piece={piece} />
        </li>
      ))}
    </ol>
  );
}

function Held({ piece }: { piece: HeldPiece }) {
  const { run, since, toHub, returning, sticker } = piece;
  const more = [
    since ? `Since ${formatAdminDateTime(since)}` : "No hand-over was recorded yet",
    returning && "goes back to the sender",
    toHub && `for hub ${toHub.name} (${toHub.code}), as the desk chose`,
    sticker && `sticker ${sticker}`,
  ].filter(Boolean);
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere">
        <strong>Held by {holderText(piece)}</strong>
        {run && (
          <>
            {run.loaded ? ", on run " : ", planned for run "}
            <Link to={`/admin/runs/${run.id}`} className="underline underline-offset-4">
              {run.name}
            </Link>
          </>
        )}
      </p>
      <p className="text-sm wrap-anywhere text-muted">{more.join(", ")}.</p>
    </div>
  );
}

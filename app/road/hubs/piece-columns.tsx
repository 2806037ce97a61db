/** The columns of a list of pieces: the piece with a link to its booking, and the piece's destination. */
import { Link } from "react-router";
import { readablePieceCode } from "../../domain/piece-code.ts";
import { placeText } from "../../domain/states.ts";
import type { Column } from "../../ui/table.tsx";

export type ListedPiece = {
  id: string;
  number: number;
  of: number;
  code: string;
  receiverState: string;
  receiverTown: string | null;
  returning: boolean;
};

export const PIECE_COLUMN: Column<ListedPiece> = {
  key: "piece",
  header: "Piece",
  primary: true,
  cell: ({ code, number, of }) => (
    <Link
      to={`/admin/bookings/${code}`}
      className="inline-flex min-h-11 items-center font-display font-bold tracking-wide underline underline-offset-4"
    >
      {readablePieceCode(code, number, of)}
    </Link>
  ),
};

export const TO_COLUMN: Column<ListedPiece> = {
  key: "to",
  header: "To",
  narrow: "bare",
  cell: ({ receiverTown, receiverState, returning }) =>
    returning ? "Back to the sender" : placeText({ town: receiverTown, state: receiverState }),
};

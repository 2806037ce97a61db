/** PROOF-6: the data of a proof that the proof's page shows, and its texts. Pure. */
import type { PinState, ProofFlag, ProofKind, ProofPicture } from "../../domain/proof.ts";

export type ShownProof = {
  id: number;
  pieces: number[];
  kind: ProofKind;
  pinState: PinState | null;
  takenBy: string | null;
  position: { latitude: number; longitude: number; accuracy: number | null } | null;
  calledAt: Date | null;
  flags: ProofFlag[];
  note: string | null;
  occurredAt: Date;
  receivedAt: Date;
  byName: string;
  forgotten: boolean;
  returned: boolean;
  /** `there` is false if the picture was deleted. */
  pictures: { id: string; kind: ProofPicture; there: boolean }[];
  /** The number of pictures that are still on the rider's phone. */
  waiting: number;
};

const PIN_TEXTS: Record<PinState, string> = {
  right: "The PIN was right",
  unchecked: "A PIN that could not be checked",
  wrong: "The PIN was wrong",
};

/** Returns a text such as 'The PIN was right, with a photo' or 'Name and photo'. */
export function howText({ kind, pinState, takenBy, pictures, waiting }: ShownProof): string {
  const has = (what: ProofPicture) =>
    pictures.some((picture) => picture.kind === what) || (kind === what && waiting > 0);
  const seen = [has("photo") && "photo", has("signature") && "signature"].filter((what) => what !== false);
  if (pinState) return [PIN_TEXTS[pinState], ...seen.map((what) => `with a ${what}`)].join(", ");
  if (seen.length === 0) return takenBy ? "Name" : "Nothing was given";
  const given = (takenBy ? ["name", ...seen] : seen).join(" and ");
  return given.charAt(0).toUpperCase() + given.slice(1);
}

/** Returns '6.60012, 3.35001, within 12 m', for example. Five decimals are exact to about a metre. */
export const positionText = ({
  latitude,
  longitude,
  accuracy,
}: NonNullable<ShownProof["position"]>): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}${accuracy === null ? "" : `, within ${Math.ceil(accuracy)} m`}`;

const LATE_MS = 10 * 60_000;
/** Returns when the server got the rider's report of the deed. Null if it arrived within ten minutes of the deed. */
export const heardLater = ({ occurredAt, receivedAt }: ShownProof): Date | null =>
  receivedAt.getTime() - occurredAt.getTime() > LATE_MS ? receivedAt : null;

/** PROOF-6: the proofs of a parcel, for the screen and for print. */
import type { ReactNode } from "react";
import { formatDateTime } from "../../domain/dates.ts";
import { PROOF_FLAG_NAMES, PROOF_PICTURE_NAMES } from "../../domain/proof.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useCompany } from "../../platform/company/use-company.ts";
import { heardLater, howText, positionText, type ShownProof } from "./shown-proof.ts";

export type ProofOfParcel = {
  code: string;
  pieces: number;
  /** The town of the sender (`from`) and of the receiver (`to`). If there is no town, the state. */
  from: string;
  to: string;
  proofs: ShownProof[];
  /** The URL of the proof's page. The URL of a picture is this URL, a slash, and the picture's id. */
  pictures: string;
  /** True for staff. Only staff see a proof's flags, and the name of the person who recorded it. */
  forStaff: boolean;
};

export function ProofPage({ back, proof }: { back: ReactNode; proof: ProofOfParcel }) {
  return (
    <>
      <div className="print:hidden">
        <p>{back}</p>
        <PageHead title="Proof of delivery" />
      </div>
      <div className="max-w-3xl">
        <ProofSheet proof={proof} />
      </div>
    </>
  );
}

function ProofSheet({ proof }: { proof: ProofOfParcel }) {
  const { name } = useCompany();
  const { code, from, to, proofs } = proof;
  if (proofs.length === 0)
    return (
      <EmptyState
        className="mt-6"
        title="No proof yet"
        text="It stands here once the parcel was delivered, or the rider tried to."
      />
    );
  return (
    <>
      <div className="mt-4 print:hidden">
        <PrintButton label="Print" />
      </div>
      <p className="mt-4 hidden font-display text-xl font-extrabold print:block">{name}: proof of delivery</p>
      <p className="mt-4">
        <strong translate="no" className="font-display text-xl tracking-wide tabular-nums">
          {readableTrackingCode(code)}
        </strong>
        <span className="block">
          From {from} to {to}
        </span>
      </p>
      <ol className="mt-4 grid gap-8">
        {proofs.map((one) => (
          <li key={one.id} className="break-inside-avoid border-t-2 border-ink pt-3">
            <OneProof one={one} of={proof} />
          </li>
        ))}
      </ol>
    </>
  );
}

function OneProof({ one, of }: { one: ShownProof; of: ProofOfParcel }) {
  const tried = one.kind === "attempt";
  const heard = heardLater(one);
  return (
    <>
      <h2 className="font-display text-xl font-bold">
        {tried ? "We tried to deliver it" : one.returned ? "Brought back to the sender" : "Delivered"},{" "}
        {formatDateTime(one.occurredAt)}
      </h2>
      <dl className="mt-2 grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1">
        {!tried && (
          <Row name="Taken by">{one.takenBy ?? (one.forgotten ? "Not kept any more" : "Not said")}</Row>
        )}
        {!tried && <Row name="Proof">{howText(one)}</Row>}
        {of.pieces > 1 && (
          <Row name="Pieces">
            {one.pieces.join(", ")} of {of.pieces}
          </Row>
        )}
        {one.calledAt && <Row name="Called at">{formatDateTime(one.calledAt)}, as the rider says</Row>}
        {one.position && (
          <Row name="Position">
            <span className="tabular-nums">{positionText(one.position)}</span>, as the rider’s phone says
          </Row>
        )}
        {one.note && <Row name="Why no PIN">{one.note}</Row>}
        {heard && <Row name="We heard of it">{formatDateTime(heard)}</Row>}
        {of.forStaff && <Row name="Entered by">{one.byName}</Row>}
        {of.forStaff && one.flags.length > 0 && (
          <Row name="Look at it">
            <strong className="text-stop">
              {one.flags.map((flag) => PROOF_FLAG_NAMES[flag]).join(". ")}
            </strong>
          </Row>
        )}
      </dl>
      <Pictures one={one} of={of} />
    </>
  );
}

function Pictures({ one, of }: { one: ShownProof; of: ProofOfParcel }) {
  const gone = one.pictures.filter(({ there }) => !there);
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-4">
        {one.pictures.map(
          ({ id, kind, there }) =>
            there && (
              <a key={id} href={`${of.pictures}/${id}`} className="block max-w-full">
                <img
                  src={`${of.pictures}/${id}`}
                  alt={`${PROOF_PICTURE_NAMES[kind]}, ${formatDateTime(one.occurredAt)}`}
                  loading="lazy"
                  className="max-h-96 max-w-full border border-line bg-white object-contain print:max-h-[90mm]"
                />
              </a>
            ),
        )}
      </div>
      {gone.length > 0 && (
        <p className="mt-2 text-muted">
          {gone.map(({ kind }) => `${PROOF_PICTURE_NAMES[kind]} taken`).join(", ")}. Pictures are kept for 12
          months.
        </p>
      )}
      {one.waiting > 0 && (
        <p className="mt-2 text-muted">
          {one.waiting === 1 ? "1 picture is" : `${one.waiting} pictures are`} still on the rider’s phone.
        </p>
      )}
    </>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 font-semibold wrap-anywhere">{children}</dd>
  </>
);

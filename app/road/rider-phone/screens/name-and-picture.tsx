/**
 * PROOF-1: the recipient's name and a picture. The picture is bound to its deed before the picture is taken
 * (kept-pictures.client.ts).
 */
import { useEffect, useRef, useState } from "react";
import type { ProofPicture } from "../../../domain/proof.ts";
import type { ProofGiven } from "../../deeds/protocol.ts";
import { dropUnused } from "../log/kept-pictures.client.ts";
import { Tap, TextField } from "./controls.tsx";
import { Photo } from "./photo.tsx";
import { Signature } from "./signature.tsx";

/** `without`: the rider states that no picture can be taken. The office sees this statement. */
export type PictureProof = { name: string; pictures: ProofGiven["pictures"]; without: boolean };
export const NO_PICTURE_PROOF: PictureProof = { name: "", pictures: [], without: false };

export const isPictureProof = ({ name, pictures, without }: PictureProof): boolean =>
  name.trim() !== "" && (pictures.length > 0 || without);

type Props = {
  kind: ProofPicture;
  deed: string;
  value: PictureProof;
  /** True while the PIN is typed: the picture that was taken stays, but is not shown. */
  isHidden: boolean;
  onChange: (value: PictureProof) => void;
};

const NUMBERS = { photo: 1, signature: 2 } as const satisfies Record<ProofPicture, number>;
const OTHER = { photo: "signature", signature: "photo" } as const satisfies Record<
  ProofPicture,
  ProofPicture
>;

export function NameAndPicture({ kind: wanted, deed, value, isHidden, onChange }: Props) {
  const [kind, setKind] = useState(wanted);
  const [failed, setFailed] = useState<ReadonlySet<ProofPicture>>(new Set());
  // The rider may type the name while a picture is being stored, so each change is applied to the latest value.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  const change = (changed: Partial<PictureProof>) => onChange({ ...latest.current, ...changed });
  useEffect(() => () => void dropUnused(deed).catch(() => {}), [deed]);
  const fail = () => {
    setFailed(new Set([...failed, kind]));
    if (!failed.has(OTHER[kind])) setKind(OTHER[kind]);
    change({ pictures: [] });
  };
  const picture = {
    deed,
    number: NUMBERS[kind],
    onTaken: (taken: ProofGiven["pictures"][number]) => change({ pictures: [taken] }),
    onCleared: () => change({ pictures: [] }),
    onFail: fail,
  };
  const isHopeless = failed.size === 2;
  return (
    <div className={isHidden ? undefined : "stack"} hidden={isHidden}>
      <TextField label="Who took it?" maxLength={80} value={value.name} onText={(name) => change({ name })} />
      {failed.size > 0 && (
        <p role="status" className="note wait">
          {isHopeless
            ? "This phone can store no picture now. Free some space."
            : failed.has("photo")
              ? "The camera does not work here. Let who takes it sign."
              : "The signature cannot be stored. Take a picture."}
        </p>
      )}
      {!value.without &&
        !isHopeless &&
        (kind === "photo" ? <Photo {...picture} /> : <Signature {...picture} />)}
      <Without
        is={value.without}
        other={failed.size > 0 || value.pictures.length > 0 ? null : OTHER[kind]}
        onOther={() => setKind(OTHER[kind])}
        onChange={(without) => change({ without, pictures: [] })}
      />
    </div>
  );
}

type WithoutProps = {
  is: boolean;
  /** The other kind of picture that may be taken instead (a photo or a signature); null if it may not be taken. */
  other: ProofPicture | null;
  onOther: () => void;
  onChange: (without: boolean) => void;
};

function Without({ is, other, onOther, onChange }: WithoutProps) {
  if (is)
    return (
      <>
        <p className="note wait">Without a picture: the office is told.</p>
        <Tap onClick={() => onChange(false)}>Take a photo now</Tap>
      </>
    );
  return (
    <details>
      <summary>No {other === "photo" ? "signature" : "picture"} possible</summary>
      <div className="stack">
        {other && <Tap onClick={onOther}>{other === "signature" ? "Let them sign" : "Take a picture"}</Tap>}
        <Tap onClick={() => onChange(true)}>No photo, no signature: we tell the office</Tap>
      </div>
    </details>
  );
}

/** PROOF-1: who took it, and a picture for it. The picture is bound to its deed before it is taken (kept-pictures.client.ts). */
import type { ProofPicture } from "../../domain/proof.ts";
import type { ProofGiven } from "../deeds/protocol.ts";

export type PictureProof = { name: string; pictures: ProofGiven["pictures"] };
export const NO_PICTURE_PROOF: PictureProof = { name: "", pictures: [] };

/** The name is needed; a camera that does not work keeps nobody at the door, and the office is told that a picture is missing. */
export const isPictureProof = ({ name }: PictureProof): boolean => name.trim() !== "";

type Props = {
  kind: ProofPicture;
  /** The id that the deed will have. */
  deed: string;
  value: PictureProof;
  onChange: (value: PictureProof) => void;
};

export function NameAndPicture({ value, onChange }: Props) {
  return (
    <label className="field">
      Name of who takes it
      <input
        autoComplete="off"
        maxLength={100}
        value={value.name}
        onChange={({ target }) => onChange({ ...value, name: target.value })}
      />
    </label>
  );
}

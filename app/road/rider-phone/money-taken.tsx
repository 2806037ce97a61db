/** What is collected at a door: the whole in one tap, or less with who agreed. */
import { formatNaira, parseNaira } from "../../domain/money.ts";
import type { Parcel } from "../deeds/rider-day.ts";
import { sumOf } from "./at-door.ts";

export type MoneyState = {
  isTaken: boolean;
  /** As typed; null while the whole is taken. */
  less: { text: string; agreedBy: string } | null;
};
export const NO_MONEY: MoneyState = { isTaken: false, less: null };

/** What was taken, in kobo; null while it is not known. */
export function lessOf({ less }: MoneyState): { kobo: number; agreedBy: string } | null {
  if (!less) return null;
  const money = parseNaira(less.text);
  return money.ok && less.agreedBy.trim() ? { kobo: money.kobo, agreedBy: less.agreedBy.trim() } : null;
}

export const isMoneySaid = (due: readonly Parcel[], money: MoneyState): boolean =>
  due.every(({ transfer }) => transfer?.state === "paid") ||
  (money.less ? lessOf(money) !== null : money.isTaken);

type Props = {
  due: readonly Parcel[];
  money: MoneyState;
  onChange: (money: MoneyState) => void;
  deskPhone: string | null;
};

export function MoneyTaken({ due, money, onChange, deskPhone }: Props) {
  if (due.length === 0) return null;
  if (due.every(({ transfer }) => transfer?.state === "paid"))
    return <p className="note good">PAID by transfer: {formatNaira(sumOf(due))}. Take no cash.</p>;
  const { less, isTaken } = money;
  const delivery = due.reduce((sum, { deliveryKobo }) => sum + deliveryKobo, 0);
  return (
    <div className="stack">
      {!less && (
        <button
          type="button"
          className="button wide cash"
          aria-pressed={isTaken}
          onClick={() => onChange({ ...money, isTaken: !isTaken })}
        >
          <span>
            {isTaken ? "✓ " : ""}
            {formatNaira(sumOf(due))} cash taken
            <small>
              Delivery {formatNaira(delivery)} + goods {formatNaira(sumOf(due) - delivery)}
            </small>
          </span>
        </button>
      )}
      {less && <LessFields less={less} onChange={(changed) => onChange({ ...money, less: changed })} />}
      {due.length === 1 && (
        <details
          open={less !== null}
          onToggle={({ currentTarget: { open } }) => {
            if (open !== (less !== null))
              onChange({ ...money, less: open ? { text: "", agreedBy: "" } : null });
          }}
        >
          <summary>The receiver gives less</summary>
          <p>
            Only with the sender's word. The desk gets it for you.{" "}
            {deskPhone && (
              <a className="button" href={`tel:${deskPhone}`}>
                Call the desk
              </a>
            )}
          </p>
        </details>
      )}
    </div>
  );
}

function LessFields({
  less,
  onChange,
}: {
  less: { text: string; agreedBy: string };
  onChange: (less: { text: string; agreedBy: string }) => void;
}) {
  return (
    <>
      <label className="field">
        Cash taken, in naira
        <input
          inputMode="decimal"
          autoComplete="off"
          value={less.text}
          onChange={({ target }) => onChange({ ...less, text: target.value })}
        />
      </label>
      <label className="field">
        Who of the sender's side agreed
        <input
          autoComplete="off"
          maxLength={100}
          value={less.agreedBy}
          onChange={({ target }) => onChange({ ...less, agreedBy: target.value })}
        />
      </label>
    </>
  );
}

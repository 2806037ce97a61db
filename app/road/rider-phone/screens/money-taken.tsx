/**
 * PHONE-14: the money collected at a stop. The rider enters that the whole amount was given, a smaller amount with the
 * name of the person who agreed, a larger amount, or a transfer.
 */
import { formatNaira, parseNaira } from "../../../domain/money.ts";
import { readableTrackingCode } from "../../../domain/tracking-code.ts";
import type { DayParcel } from "../../deeds/rider-day.ts";
import { isPaid, sumDue, type MoneyAtDoor } from "../state/at-door.ts";
import { ChoiceField, Tap, TextField } from "./controls.tsx";
import { PhoneLink } from "./frame.tsx";

type Less = { booking: string; text: string; agreedBy: string };
export type MoneyState = {
  by: "cash" | "transfer";
  isTaken: boolean;
  less: Less | null;
  /**
   * The amount that the receiver gave, as typed; null if the receiver gave exactly the amount due. `isKept`: the rider
   * keeps the excess because there is no change.
   */
  given: { text: string; isKept: boolean } | null;
};
export const NO_CASH_YET: MoneyState = { by: "cash", isTaken: false, less: null, given: null };

const koboIn = (text: string): number | null => {
  const money = parseNaira(text);
  return money.ok ? money.kobo : null;
};

const cashDue = (due: readonly DayParcel[]) => due.filter((parcel) => !isPaid(parcel));
const overOf = (due: readonly DayParcel[], { given }: MoneyState): number =>
  Math.max(0, (koboIn(given?.text ?? "") ?? 0) - sumDue(cashDue(due)));

/** Returns what was taken in cash; null until the rider has entered it. */
export function moneyOf(due: readonly DayParcel[], money: MoneyState): MoneyAtDoor | null {
  const { by, isTaken, less, given } = money;
  if (cashDue(due).length === 0) return { less: null, overKobo: 0 };
  if (by === "transfer") return null;
  if (less) {
    const kobo = koboIn(less.text);
    const agreedBy = less.agreedBy.trim();
    const whole = sumDue(due.filter(({ booking }) => booking === less.booking));
    return kobo !== null && kobo < whole && agreedBy
      ? { less: { booking: less.booking, kobo, agreedBy }, overKobo: 0 }
      : null;
  }
  if (given) {
    const isEnough = (koboIn(given.text) ?? 0) >= sumDue(cashDue(due));
    return isEnough ? { less: null, overKobo: given.isKept ? overOf(due, money) : 0 } : null;
  }
  return isTaken ? { less: null, overKobo: 0 } : null;
}

type Props = {
  due: readonly DayParcel[];
  money: MoneyState;
  onChange: (money: MoneyState) => void;
  deskPhone: string | null;
  /**
   * True at a pickup, where the rider cannot wait for a transfer. If the sender has no cash, the office requests the
   * money later.
   */
  cashOnly?: boolean;
  online?: boolean;
};

/** Shows the cash to collect. Transfers are in transfer-part.tsx. */
export function CashAtDoor({ due: all, ...props }: Props) {
  const { money, onChange } = props;
  const due = cashDue(all);
  if (due.length === 0) return null;
  const { less, given, isTaken } = money;
  const delivery = due.reduce((sum, { deliveryKobo }) => sum + deliveryKobo, 0);
  return (
    <div className="stack">
      {!less && !given && (
        <Tap
          look="wide cash"
          aria-pressed={isTaken}
          onClick={() => onChange({ ...money, isTaken: !isTaken })}
        >
          <span>
            {isTaken ? "✓ " : ""}
            {formatNaira(sumDue(due))} cash taken
            {/* The amounts for delivery and goods are shown only if both exist; one alone is the sum. */}
            {delivery > 0 && delivery < sumDue(due) && (
              <small>
                Delivery {formatNaira(delivery)} + goods {formatNaira(sumDue(due) - delivery)}
              </small>
            )}
          </span>
        </Tap>
      )}
      <OtherAmount due={due} {...props} />
    </div>
  );
}

function OtherAmount({ due, money, onChange, deskPhone, cashOnly = false, online = false }: Props) {
  const { less, given, isTaken } = money;
  if (less)
    return (
      <>
        <LessFields
          due={due}
          less={less}
          onChange={(changed) => onChange({ ...money, less: changed })}
          deskPhone={deskPhone}
        />
        <Tap onClick={() => onChange(NO_CASH_YET)}>The whole sum after all</Tap>
      </>
    );
  if (given) return <Change due={due} money={money} onChange={onChange} />;
  // Once the rider has tapped the sum, the other buttons are hidden, so that 'Delivered' is visible below the PIN's
  // keys. A second tap on the sum shows them again.
  if (isTaken) return null;
  return (
    <>
      {!cashOnly && (
        <Tap look="wide" onClick={() => onChange({ ...NO_CASH_YET, by: "transfer" })}>
          Pays by transfer{online && ", or online"}
        </Tap>
      )}
      <details>
        <summary>Gives less, or more</summary>
        <div className="row">
          <Tap
            onClick={() =>
              onChange({ ...NO_CASH_YET, less: { booking: due[0]!.booking, text: "", agreedBy: "" } })
            }
          >
            Less
          </Tap>
          <Tap onClick={() => onChange({ ...money, given: { text: "", isKept: false } })}>More: change</Tap>
        </div>
      </details>
    </>
  );
}

type LessProps = {
  due: readonly DayParcel[];
  less: Less;
  onChange: (less: Less) => void;
  deskPhone: string | null;
};

function LessFields({ due, less, onChange, deskPhone }: LessProps) {
  const whole = sumDue(due.filter(({ booking }) => booking === less.booking));
  const kobo = koboIn(less.text);
  const isShared = new Set(due.map(({ person }) => person?.phone)).size > 1;
  return (
    <>
      <p className="note wait">Only with the sender's word. The desk gets it for you.</p>
      {deskPhone && <PhoneLink number={deskPhone}>Call the desk</PhoneLink>}
      {due.length > 1 && (
        <ChoiceField
          label="For which parcel"
          value={less.booking}
          options={due.map(({ booking, code, person, deliveryKobo, codKobo }) => ({
            value: booking,
            text: `${isShared && person ? `${person.name}, ` : ""}${readableTrackingCode(code)}, ${formatNaira(deliveryKobo + codKobo)}`,
          }))}
          onChoose={(booking) => onChange({ ...less, booking })}
        />
      )}
      <TextField
        label={`Cash taken, in naira, of ${formatNaira(whole)}`}
        inputMode="decimal"
        value={less.text}
        onText={(text) => onChange({ ...less, text })}
      />
      {kobo !== null && kobo >= whole && <p className="note bad">That is not less.</p>}
      <TextField
        label="Who of the sender's side agreed"
        maxLength={100}
        value={less.agreedBy}
        onText={(agreedBy) => onChange({ ...less, agreedBy })}
      />
    </>
  );
}

/** Shows the change to give back. A rider who has no change keeps the excess, which the office refunds. */
function Change({ due, money, onChange }: Omit<Props, "deskPhone">) {
  const over = overOf(due, money);
  const sum = sumDue(cashDue(due));
  const { text, isKept } = money.given!;
  const kobo = koboIn(text);
  return (
    <>
      <TextField
        label="Cash that the receiver gives, in naira"
        inputMode="decimal"
        aria-describedby="change"
        value={text}
        onText={(typed) => onChange({ ...money, given: { text: typed, isKept } })}
      />
      <p id="change" role="status" className="note">
        {over > 0
          ? isKept
            ? `You keep ${formatNaira(over)} more. The office refunds it.`
            : `Give back ${formatNaira(over)}.`
          : kobo === sum
            ? "That is the whole sum."
            : kobo !== null && kobo < sum
              ? `That is less than ${formatNaira(sum)}.`
              : "Type what you were given."}
      </p>
      {over > 0 && (
        <Tap aria-pressed={isKept} onClick={() => onChange({ ...money, given: { text, isKept: !isKept } })}>
          I have no change
        </Tap>
      )}
      <Tap onClick={() => onChange(NO_CASH_YET)}>The whole sum after all</Tap>
    </>
  );
}

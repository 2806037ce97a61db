/** COD-1: the part of the booking form that requests cash on delivery. */
import { formatNaira, plainNaira } from "../../domain/money.ts";
import { CheckboxField, Field } from "../../ui/field.tsx";
import { TextLink } from "../../ui/text-link.tsx";

export type CollectOffer = {
  /** COD-3: the company's fee in words. */
  fee: string;
  /** The total of the store's order. Only this amount can be collected. Null without an order. */
  totalKobo: number | null;
  /**
   * The page on which the payee adds the required bank account, or a guest signs up. Null if the payee has a bank
   * account, and null for staff.
   */
  addAccountAt: string | null;
  byStaff: boolean;
  byGuest: boolean;
};

type Props = { offer: CollectOffer; defaultValue?: string; error?: string };

export function CollectField({ offer, defaultValue = "", error }: Props) {
  const { fee, totalKobo, addAccountAt, byStaff, byGuest } = offer;
  if (addAccountAt)
    return (
      <p>
        <TextLink to={addAccountAt}>
          {`Cash on delivery: to collect money from receivers, ${byGuest ? "sign up and " : ""}add your bank account`}
        </TextLink>
      </p>
    );
  if (totalKobo !== null) {
    const value = plainNaira(totalKobo);
    return (
      <CheckboxField
        label={`Collect ${formatNaira(totalKobo)} from the receiver, the total of the order`}
        name="collect"
        value={value}
        defaultChecked={defaultValue === value}
        hint={fee}
        error={error}
      />
    );
  }
  const payout = byStaff
    ? "We pay the money into the sender's bank account."
    : "We pay the money into your bank account.";
  return (
    <Field
      label="Amount to collect from the receiver (₦)"
      name="collect"
      optional
      inputMode="decimal"
      hint={`${payout} ${fee}`}
      defaultValue={defaultValue}
      error={error}
    />
  );
}

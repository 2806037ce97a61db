/** BUSINESS-5: the used part of a business's limit, in words and as a bar. */
import { formatNaira } from "../../domain/money.ts";
import { Amount } from "../../ui/amount.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { FigureList, Headline } from "../../ui/figures.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { whyNot } from "./messages.ts";

type Use = {
  /** True if the limit is not used up. */
  canBook: boolean;
  /** False if the company has set no limit and the business has no credit. */
  hasLimit: boolean;
  /** The number of the overdue invoice that stops bookings on account; null if no invoice does. */
  overdue: string | null;
};
type Money = Record<"limitKobo" | "usedKobo" | "creditKobo" | "leftKobo" | "openKobo" | "termsDays", number>;

/** `money` is null for a clerk, because a clerk may not see amounts. */
export function BusinessUse({ use, money, isOpen }: { use: Use; money: Money | null; isOpen: boolean }) {
  const { canBook, hasLimit, overdue } = use;
  return (
    <div className="mt-4 max-w-xl">
      {isOpen && overdue !== null && (
        <p role="alert" className="mb-4 border-l-8 border-stop bg-card px-4 py-3">
          {whyNot.overdue(overdue)}
          {money && (
            <>
              {" "}
              <TextLink to={`/business/invoices/${overdue}`}>See the invoice</TextLink>
            </>
          )}
        </p>
      )}
      {isOpen && !hasLimit && (
        <p role="alert" className="mb-4 border-l-8 border-danfo bg-card px-4 py-3">
          {whyNot.noLimit}
        </p>
      )}
      {money ? (
        <MoneyOfUse {...money} />
      ) : (
        overdue === null &&
        hasLimit && <p>{canBook ? "You can book on account." : "The limit of your business is used up."}</p>
      )}
      {isOpen && (
        <p className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to="/book">Book a parcel</ButtonLink>
          <ButtonLink variant="secondary" to="/book/bulk?for=business">
            Book many from a table
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function MoneyOfUse({ limitKobo, usedKobo, creditKobo, leftKobo, openKobo, termsDays }: Money) {
  return (
    <>
      <Headline
        name="On account"
        hint={`Limit ${formatNaira(limitKobo)}. Invoices are due after ${termsDays} days.`}
      >
        Used <Amount>{formatNaira(usedKobo)}</Amount>
      </Headline>
      <div className="mt-3">
        <FigureList
          figures={[
            { name: "Left to book", value: <Amount>{formatNaira(leftKobo)}</Amount> },
            { name: "Open invoices", value: <Amount>{formatNaira(openKobo)}</Amount> },
            ...(creditKobo > 0
              ? [
                  {
                    name: "Your credit",
                    value: <Amount>{formatNaira(creditKobo)}</Amount>,
                    hint: "It pays your next invoice",
                  },
                ]
              : []),
          ]}
        />
      </div>
    </>
  );
}

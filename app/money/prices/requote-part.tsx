/** PRICE-8: the new quote of a corrected booking beside the valid price, and the form that applies the quote. */
import { StaffForm } from "../../access/staff-form.tsx";
import { formatNaira } from "../../domain/money.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { useKept } from "../../ui/kept-values.ts";
import { Amount } from "../../ui/amount.tsx";
import type { Requote } from "./requote.server.ts";

type Props = {
  requote: Requote;
  /** The id of the charge that was valid when the page was loaded. */
  seen: number;
  formKey: string;
  error: string | undefined;
};

export function RequotePart({ requote, seen, formKey, error }: Props) {
  const { version, before, after } = requote;
  const kept = useKept({ intent: "requote" });
  return (
    <section
      id="new-quote"
      aria-labelledby="new-quote-title"
      className="@container mb-6 border-l-8 border-danfo bg-card p-4"
    >
      <h2 id="new-quote-title" className="font-display text-xl font-bold">
        The details were corrected
      </h2>
      {after ? (
        <>
          <p className="mt-1">
            {`By price list ${version}, as on the day of the booking, the price is now ${formatNaira(after.totalKobo)}. `}
            The price below stays until you apply this one.
          </p>
          <Difference before={before} after={after} />
          <StaffForm name="New quote" needs="setPrice" formKey={formKey} className="mt-3 grid gap-3">
            <input type="hidden" name="seen" value={seen} />
            <input type="hidden" name="total" value={after.totalKobo} />
            <Field
              label="Why"
              name="note"
              optional
              defaultValue={kept["note"]}
              hint="The sender reads this"
              error={error}
            />
            <div>
              <SendButton intent="requote">
                {`Apply ${formatNaira(after.totalKobo)} and tell the sender`}
              </SendButton>
            </div>
          </StaffForm>
        </>
      ) : (
        <p className="mt-1">
          {`Price list ${version} has no price for the parcel as it is now. The price below stays until you set one.`}
        </p>
      )}
    </section>
  );
}

function Difference({ before, after }: { before: Requote["before"]; after: Requote["before"] }) {
  const kinds = [...new Set([...before.lines, ...after.lines].map(({ kind }) => kind))];
  const line = (of: Requote["before"], kind: string) => of.lines.find((one) => one.kind === kind);
  const more = after.totalKobo - before.totalKobo;
  return (
    <table className="mt-3 block w-full text-left tabular-nums @sm:table">
      <caption className="sr-only">Before and now</caption>
      <thead className="sr-only @sm:not-sr-only @sm:table-header-group">
        <tr className="border-b-2 border-ink">
          <td />
          <th scope="col" className={AMOUNT}>
            Before
          </th>
          <th scope="col" className={AMOUNT}>
            Now
          </th>
        </tr>
      </thead>
      <tbody className="block @sm:table-row-group">
        {kinds.map((kind) => {
          const [was, is] = [line(before, kind), line(after, kind)];
          return (
            <tr key={kind} className={`${ROW} border-b border-line`}>
              <th scope="row" className={`${NAME} font-normal`}>
                {was && is && was.label !== is.label ? `${was.label} → ${is.label}` : (is ?? was)?.label}
              </th>
              <td data-label="Before" className={AMOUNT}>
                {was ? <Amount>{formatNaira(was.kobo)}</Amount> : "–"}
              </td>
              <td data-label="Now" className={AMOUNT}>
                {is ? <Amount>{formatNaira(is.kobo)}</Amount> : "–"}
              </td>
            </tr>
          );
        })}
        <tr className={`${ROW} font-bold`}>
          <th scope="row" className={NAME}>
            Total
          </th>
          <td data-label="Before" className={AMOUNT}>
            <Amount>{formatNaira(before.totalKobo)}</Amount>
          </td>
          <td data-label="Now" className={AMOUNT}>
            <Amount>{formatNaira(after.totalKobo)}</Amount>
          </td>
        </tr>
        <tr className={ROW}>
          <th scope="row" className="font-normal @sm:py-1">
            Difference
          </th>
          <td className="hidden @sm:table-cell" />
          <td className={AMOUNT}>
            <Amount>{more > 0 ? `+${formatNaira(more)}` : formatNaira(more)}</Amount>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** In a narrow column, a line's name stands above its amounts, and each amount has a label. */
const ROW = "flex flex-wrap justify-between gap-x-3 py-1 @sm:table-row";
const NAME = "w-full @sm:w-auto @sm:py-1";
const AMOUNT =
  "before:mr-2 before:text-sm before:text-muted before:content-[attr(data-label)] @sm:py-1 @sm:pl-3 @sm:text-right @sm:align-top @sm:before:content-none";

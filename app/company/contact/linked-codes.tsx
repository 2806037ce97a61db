import { Fragment } from "react";
import { Link } from "react-router";
import { codesWrittenIn } from "../../domain/codes-in-text.ts";

const LINK = "font-semibold underline underline-offset-4";

/** STAFF-10, TEXT-4: turns tracking codes in a text into links. A text that can mean two codes gets two links. */
export function LinkedCodes({ text }: { text: string }) {
  const written = codesWrittenIn(text);
  const end = (n: number) => (n < 0 ? 0 : (written[n]?.at ?? 0) + (written[n]?.text.length ?? 0));
  return (
    <>
      {written.map(({ at, text: own, codes: [code, other] }, n) => (
        <Fragment key={at}>
          {text.slice(end(n - 1), at)}
          <Link to={`/admin/bookings/${code}`} className={LINK}>
            {own}
          </Link>
          {other && (
            <>
              {" (or "}
              <Link to={`/admin/bookings/${other}`} className={LINK}>
                {other}
              </Link>
              {")"}
            </>
          )}
        </Fragment>
      ))}
      {text.slice(end(written.length - 1))}
    </>
  );
}

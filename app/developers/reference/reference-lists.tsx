/** API-2, HOOK-4: what /developers says about webhook messages, and the list of all problem codes. */
import { CODES_ID } from "../endpoints/problem-codes.ts";
import type { readReference } from "./read-reference.server.ts";

type Reference = ReturnType<typeof readReference>;

export function WebhooksPart({
  webhooks: { events, waits, ports, answerSeconds, days, most, offAfterDays },
}: Pick<Reference, "webhooks">) {
  return (
    <section aria-labelledby="hooks" className="mt-8 max-w-prose">
      <h2 id="hooks" className="font-display text-2xl font-extrabold">
        Webhook messages
      </h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li className="wrap-anywhere">Events: {events.join(", ")}.</li>
        <li>
          The address begins with https, has port {ports}, and is public. At most {most} endpoints.
        </li>
        <li>
          Answer with 2xx within {answerSeconds} seconds. Else we try again after {waits}. After{" "}
          {offAfterDays} days of failures, or a 410, the endpoint is switched off.
        </li>
        <li>Messages are kept {days} days, and can be sent again.</li>
      </ul>
    </section>
  );
}

export function ProblemsPart({ codes }: Pick<Reference, "codes">) {
  return (
    <section aria-labelledby={CODES_ID} className="mt-8">
      <h2 id={CODES_ID} className="font-display text-2xl font-extrabold">
        Problems, and what to do
      </h2>
      <p className="mt-2 max-w-prose">
        A refusal's <code>type</code> leads to its line here.
      </p>
      <table className="mt-3 w-full table-fixed text-left text-sm">
        <thead>
          <tr className="border-b-2 border-ink">
            <th scope="col" className="w-2/5 py-1 pr-3 font-semibold">
              Status and code
            </th>
            <th scope="col" className="py-1 font-semibold">
              To do
            </th>
          </tr>
        </thead>
        <tbody>
          {codes.map(({ code, status, todo }) => (
            <tr key={code} id={code} className="border-b border-line align-top target:bg-card">
              <th scope="row" className="py-1.5 pr-3 font-semibold wrap-anywhere">
                {status} <code>{code}</code>
              </th>
              <td className="py-1.5 wrap-anywhere">{todo}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

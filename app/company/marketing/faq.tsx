/** HOME-4: three questions that people ask before they book, and the product's answers. */
import type { ReactNode } from "react";
import { ALL_PROMISES } from "../../domain/promise.ts";
import { TextLink } from "../../ui/text-link.tsx";

/** Lists the questions. `priced` is true if there is an active price list. `pay` names the ways to pay (PAY-10). */
export function Answers({ priced, pay }: { priced: boolean; pay: string }) {
  return (
    <div className="border-b-2 border-line">
      <Answer question="How long does it take?">
        {ALL_PROMISES} Each service shows its last day before you book.{" "}
        <TextLink to="/book">See the days</TextLink>
      </Answer>
      <Answer question="What does it cost, and how do I pay?">
        {priced
          ? "It depends on the two states, the weight and the service. You see the price, with VAT, before you book. "
          : "We tell you the price when we call to agree the pickup, before we collect. "}
        {pay} {priced && <TextLink to="/quote">See the prices</TextLink>}
      </Answer>
      <Answer question="How do I follow my parcel?">
        You get a code when you book. Anyone who has the code can read each change of status, without an
        account. <TextLink to="/track">Track a parcel</TextLink>
      </Answer>
    </div>
  );
}

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className="border-t-2 border-line">
      <summary className="flex min-h-12 cursor-pointer items-center py-2 font-display text-lg leading-tight font-bold">
        {question}
      </summary>
      <p className="max-w-prose pb-4">{children}</p>
    </details>
  );
}

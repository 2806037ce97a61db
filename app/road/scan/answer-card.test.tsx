import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { AnswerCard } from "./answer-card.tsx";

type Props = Parameters<typeof AnswerCard>[0];

test("[SCAN-6] the button of 'Who takes it?' names the parcel's person, because the button of the code is 'Hand over', too", () => {
  const nameWith = (collect: string | null) => {
    const plain = {
      ...{ code: "OD48210973NG", word: "Who takes it?", text: "", tone: "yes", known: true, back: null },
      ...{ count: null, ask: { to: "receiver", name: "Ada Obi", collect }, sent: {} },
    } as unknown as NonNullable<Props["plain"]>;
    const card: Props = {
      task: { mode: "hand_over", text: "Hand over", missing: null },
      ...{ scan: undefined, delay: null, plain, formKey: "", onAnswer: () => {} },
    };
    const Page = createRoutesStub([{ path: "/", Component: () => <AnswerCard {...card} /> }]);
    return /<button[^>]* aria-label="([^"]*)"/.exec(renderToStaticMarkup(<Page />))?.[1];
  };
  expect(nameWith(null)).toBe("Hand over: the parcel for Ada Obi");
  expect(nameWith("₦5,000")).toBe("₦5,000 taken, hand over: the parcel for Ada Obi");
});

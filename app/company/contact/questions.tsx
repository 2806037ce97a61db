import { ALL_PROMISES, SAME_DAY_ANSWER } from "../../domain/promise.ts";
import { NamedSection } from "../../ui/named-section.tsx";

/**
 * Facts about the company that the answers contain: the ways to pay (PAY-10) and the states that it serves (COMPANY-6).
 */
export type AboutUs = { pay: string; served: string };

const questions = ({ pay, served }: AboutUs) => [
  {
    question: "How fast is same-day delivery?",
    answer: SAME_DAY_ANSWER,
  },
  {
    question: "When do the days start?",
    answer: `From pickup. ${ALL_PROMISES} The date that you see when you book is the latest.`,
  },
  {
    question: "Where do you deliver?",
    answer: `In ${served}. Choose the state when you book.`,
  },
  { question: "How do I pay?", answer: pay },
  {
    question: "How do I follow my parcel?",
    answer: "Type the tracking code on the Track Package page. You do not need an account.",
  },
  {
    question: "Can you buy something for me?",
    answer: "Yes. Choose from our partner stores, or use Request Custom Purchase on the home page.",
  },
  {
    question: "My parcel was marked failed. What now?",
    answer: "Call us or write on WhatsApp with your code to agree the next step.",
  },
];

export function Questions(about: AboutUs) {
  return (
    <NamedSection
      id="questions"
      title="Frequently asked questions"
      headClass="font-display text-2xl font-extrabold"
    >
      <div className="mt-3 border-t border-line">
        {questions(about).map(({ question, answer }) => (
          <details key={question} className="group border-b border-line">
            <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 font-semibold">
              {question}
              <span aria-hidden className="text-2xl leading-none group-open:rotate-45">
                +
              </span>
            </summary>
            <p className="max-w-prose pb-4 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </NamedSection>
  );
}

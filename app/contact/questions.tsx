const QUESTIONS = [
  {
    question: "How fast is same-day delivery?",
    answer:
      "Orders before noon are delivered the same day within the city. Later ones arrive the next morning.",
  },
  {
    question: "Where do you deliver?",
    answer: "In all 36 states and the FCT. Tell us the state when you book; we find the road.",
  },
  {
    question: "How do I follow my parcel?",
    answer: "With the code on your waybill, on the Track Package page. You do not need an account.",
  },
  {
    question: "Can you buy something for me?",
    answer:
      "Yes. Choose from our partner stores, or describe what you want when you book and we buy it for you.",
  },
  {
    question: "My parcel was marked failed. What now?",
    answer:
      "Somebody was not there or the address was not found. Call or chat with your code and we bring it again.",
  },
];

export function Questions() {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="font-display text-2xl font-extrabold">
        Frequently asked questions
      </h2>
      <div className="mt-3 border-t-2 border-ink">
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} className="group border-b-2 border-ink">
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
    </section>
  );
}

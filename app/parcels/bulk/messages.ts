/** The messages of refused requests about batches, by reason. */
import { numberText } from "../../platform/http/list-count.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_READ = "The table was not read. Please send it again.";
export const NOT_BOOKED_BULK = "Nothing was booked. Please press the button again: no row is booked twice.";

/** Returns a question such as 'You booked these 48 on Mon 23 Nov. Book them again?'. */
export const againQuestion = (booked: number, day: string) =>
  `You booked these ${numberText(booked)} on ${day}. Book them again?`;

export const refuse = refusals({
  no_table: { file: "Choose a file, or paste the table." },
  not_read: ({ why }: { why: string }) => ({ file: why }),
  not_your_business: "You are a member of no business with an account. Book for yourself.",
  not_your_store: "This is not one of your stores.",
  batch_gone: "This batch was deleted, or the link is wrong.",
  too_many_drafts: ({ most }: { most: number }) =>
    `You have ${most} batches already. Delete one that you do not need, then send the table again.`,
  being_booked: "These rows are being booked now. Wait until they are done.",
  nothing_to_book: "No row can be booked. Correct the rows below first.",
  changed: "Rows, prices or days changed meanwhile. Read them again, then press the button once more.",
  booked_before: ({ question }: { question: string }) => ({ again: question }),
  day_is_full: ({ most }: { most: number }) =>
    `You can book ${numberText(most)} rows of tables a day, and have booked them today. The rows wait here as a draft.`,
});

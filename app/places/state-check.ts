/** BOOK-7: the question about the state, for forms with an address that may be empty. Pure. */
import type * as z from "zod";
import { stateProblem } from "../domain/state-question.ts";

const text = (sent: unknown) => (typeof sent === "string" ? sent : "");

/** A refinement of a form: `name` is the address in messages; the fields are the address, its state and the tick. */
export const stateCheck =
  (name: string, [address, stateField, sureField]: readonly [string, string, string]) =>
  (form: Record<string, unknown>, context: z.RefinementCtx): void => {
    if (text(form[address]).trim() === "") return;
    const { state, sure } = stateProblem({
      address: text(form[address]),
      chosen: text(form[stateField]),
      sure: text(form[sureField]),
      name,
    });
    if (state) context.addIssue({ code: "custom", path: [stateField], message: state });
    if (sure) context.addIssue({ code: "custom", path: [sureField], message: sure });
  };

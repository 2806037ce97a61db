/** BOOK-7: the question about the state, for forms whose address may be empty. Pure. */
import * as z from "zod";
import { stateProblem } from "../domain/state-question.ts";
import { isState } from "../domain/states.ts";

/** The chosen state. Empty if none is chosen. */
export const chosenState = z
  .string()
  .refine((name) => name === "" || isState(name), "Choose a state from the list")
  .default("");

/**
 * The state that the person confirmed although the address names another state. The confirmation is valid for this
 * state only.
 */
export const confirmedState = z.string().max(40).default("");

const text = (sent: unknown) => (typeof sent === "string" ? sent : "");

/**
 * Returns the check with which a form's schema asks about the state. `name`: the words for the address in the question.
 * The second parameter has the names of three fields: the address, its state, and the checkbox that confirms the state.
 */
export const stateCheck =
  <Field extends string>(
    name: string,
    [address, stateField, sureField]: readonly [address: Field, state: Field, sure: Field],
  ) =>
  (form: Readonly<Record<Field, unknown>>, context: z.RefinementCtx): void => {
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

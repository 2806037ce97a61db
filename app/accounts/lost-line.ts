/** The account screens' answer to a lost connection: a toast (spec.md 8), and the form as it was. */
import { orLost } from "../lib/lost-line.ts";
import type { Problem } from "./account-words.ts";

export function orLostLine<Answer>(request: Request, serverAction: () => Promise<Answer>, problem: Problem) {
  return orLost(request, serverAction, (values, key) => ({
    errors: {} as Record<string, string>,
    values,
    key,
    problem,
  }));
}

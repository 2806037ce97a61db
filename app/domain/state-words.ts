/** BOOK-7: the question about a state, without the recogniser: a form shows it before that is fetched. */
import { stateLabel, STATES, type StateName } from "./states.ts";

/** 'Akwa Ibom or Cross River?' */
export function stateQuestion(states: readonly StateName[]): string {
  const labels = states.map(stateLabel);
  if (labels.length < 2) return `Is it in ${labels[0]}?`;
  return `${labels.slice(0, -1).join(", ")} or ${labels.at(-1)}?`;
}

/** The states that a question names, in its order: without a script the list of states begins with them. */
export function statesAsked(question: string | undefined): StateName[] {
  if (!question?.includes("?")) return [];
  const at = (state: StateName) => question.indexOf(stateLabel(state));
  return STATES.filter((state) => at(state) >= 0).sort((a, b) => at(a) - at(b));
}

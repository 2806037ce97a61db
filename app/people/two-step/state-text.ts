import { formatAdminDate } from "../../domain/dates.ts";

/** Describes the state of a person's two-step sign-in in a sentence. */
export const stateText = (state: { confirmedAt: Date } | null): string =>
  state
    ? `On since ${formatAdminDate(state.confirmedAt)}: after the password you type a code from your app.`
    : "Off: whoever knows your password can sign in as you. With it, a code from your phone is asked, too.";

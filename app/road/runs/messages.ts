/** The messages for refusals about runs, by reason. */
import { ACT_NAMES, type ActKind } from "../../domain/acts.ts";
import { RUN_STATE_NAMES, type RunState } from "../../domain/run.ts";
import { cashFirst, type SettledCash } from "../../domain/cash.ts";
import { refusals } from "../../platform/operations/refusals.ts";
import { WHEN_WRONG } from "./deed-time.ts";

const PIN_OVER = "Sender or receiver can draw a new one, or say why there is none.";

type Counts = { missing: number; extra: number };
const counted = ({ missing, extra }: Counts) =>
  [missing > 0 && `${missing} missing`, extra > 0 && `${extra} extra`].filter(Boolean).join(", ");

export const refuse = refusals({
  no_regular: "No regular pickup of this day waits for a run.",
  not_regular: "This regular pickup is not on this run, or the rider was there. Load the page again.",
  unknown_run: "There is no such run. Load the page again.",
  unknown_hub: { hub: "Choose an active hub." },
  unknown_to_hub: { toHub: "Choose an active hub." },
  unknown_rider: { rider: "Choose a rider who works for us." },
  no_partner_here: "A partner takes linehauls only. Choose a rider.",
  unknown_partner: { partner: "Choose a partner from the list." },
  day_over: { day: "This day is over. Choose today or a later day." },
  changed_meanwhile: "Somebody changed this run while you looked at it. Check it, then try again.",
  wrong_state: ({ state, does }: { state: RunState; does: string }) =>
    `This run is ${RUN_STATE_NAMES[state].toLowerCase()}: it cannot be ${does} now.`,
  no_holder: "Choose a rider or a partner for this run first.",
  nothing_loaded: "Nothing is loaded. Scan the parcels, or press Load what is planned.",
  none_open: ({ missed }: { missed: readonly { code: string; why: string }[] }) =>
    ["None of these parcels can go on this run", ...missed.map(({ code, why }) => `${code} is ${why}`)].join(
      ". ",
    ) + ".",
  none_held: "None of these parcels is open any more. Load the page again.",
  difference: (counts: Counts) =>
    `The parcels do not match: ${counted(counts)}. Say why, and who says so, to go on.`,
  no_loading: "A pickup is not loaded: enter what the rider picked up.",
  unknown_code: ({ code }: { code: string }) => ({ code: `No piece has the code ${code}. Check the label.` }),
  which_code: ({ which }: { which: string }) => ({ code: which }),
  which_piece: ({ code, pieces }: { code: string; pieces: number }) => ({
    code: `This parcel has ${pieces} pieces. Scan the piece’s own label, e.g. ${code}-1.`,
  }),
  not_our_code: { code: "This is not one of our codes. Scan our label, or type the code below the bars." },
  loaded_already: ({ code }: { code: string }) => ({ code: `${code} is loaded already.` }),
  on_other_run: ({ code, run }: { code: string; run: string }) => ({
    code: `${code} is on ${run}. Take it off there first.`,
  }),
  delivered_already: ({ code }: { code: string }) => ({ code: `${code} was delivered.` }),
  not_in_hub: ({ code }: { code: string }) => ({
    code: `${code} is not in the hub of this run, as far as we know. Receive it first.`,
  }),
  other_count: ({ now }: { now: number }) =>
    `Somebody entered something meanwhile: ${now} pieces are left now. Check them, then try again.`,
  counted_otherwise: ({ booked, counted: n }: { booked: number; counted: number }) => ({
    difference: `Booked ${booked}, counted ${n}. Correct the booking, or keep it as an exception.`,
  }),
  not_with_sender: {
    difference: "A piece of this booking has left its sender: its number can no longer be corrected.",
  },
  not_undone: ({ kind }: { kind?: ActKind }) =>
    `Something newer is known of these parcels${kind ? ` (${ACT_NAMES[kind]})` : ", or they changed hands since"}. It was not undone.`,
  correct_instead: "This cannot be undone. Correct it instead: enter what is true.",
  sender_answered: "It was not undone: the sender answered about its money.",
  cash_settled: ({ settled }: { settled: SettledCash }) => `It was not undone: ${cashFirst(settled)}`,
  counted_by_you: "You counted the cash of this rider. Somebody else at this hub closes the run.",
  more_than_due: ({ due }: { due: string }) => ({
    collected: `This is more than is to be paid here: ${due}.`,
  }),
  less_than_due: ({ due }: { due: string }) => ({
    less: `${due} is to be paid here. Choose why less was collected.`,
  }),
  called_later: { calledAt: "This time is in the future." },
  when_wrong: { happenedAt: WHEN_WRONG },
  several_receivers: "This stop has parcels of several people. Enter them for one person at a time.",
  none_of_run: "None of these parcels is with this run now. Load the page again.",
  not_unpaid: ({ codes }: { codes: string }) =>
    `Not paid for: ${codes}. Parcels that are not paid for are not loaded. Record the payment first, or ask a cashier to load them.`,
  chosen_otherwise: ({ codes }: { codes: string }) =>
    `The receiver chose otherwise. ${codes}. Leave it in the hub, or end the choice on the page of the booking.`,
  over_float: ({ limit, sum, held }: { limit: string; sum: string; held: string | null }) =>
    held
      ? `This rider would have ${sum}, ${held} of it in hand already, and the limit is ${limit}. Take parcels off, have the rider pay in, or ask a cashier to load them.`
      : `This rider would collect ${sum}, and the limit is ${limit}. Take parcels off, or ask a cashier to load them.`,
  pin_wrong: ({ left }: { left: number }) => ({
    pin: `This PIN is wrong. ${left === 0 ? PIN_OVER : left === 1 ? "One more can be tried." : `${left} more can be tried.`}`,
  }),
  pin_used_up: { pin: `Too many wrong PINs were tried. ${PIN_OVER}` },
  pin_not_drawn: { pin: "There is no PIN to compare it with. Leave it empty, and say why." },
  pin_needed: ({ codes }: { codes: readonly string[] }) => ({
    noPin: `${codes.length > 3 ? `${codes.length} parcels need` : `${codes.join(", ")} ${codes.length > 1 ? "need" : "needs"}`} the PIN. Enter it, or say why there is none.`,
  }),
  not_loaded: ({ left }: { left: number }) =>
    `${left} parcels are not loaded yet. Load them, or take them off the run.`,
});

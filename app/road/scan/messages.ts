/** The messages for refusals of scans, by reason, each with its word in large type. */
import type { Signal } from "../../ui/signal.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  unknown_code: "No booking has this code. Check the label, and type the code below its barcode.",
  unknown_piece: ({ code }: { code: string }) =>
    `No parcel of ours has the code ${code}. Check the label, and type the code below its barcode.`,
  not_ours: "This is no code of ours. Look for our label on the parcel: another company's may be beside it.",
  which_code: ({ which }: { which: string }) => which,
  which_piece: ({ code, pieces }: { code: string; pieces: number }) =>
    `${code} has ${pieces} pieces. Scan the label of the piece, or type ${code}-1 to ${code}-${pieces}.`,
  choose_hub: { hub: "Choose the hub where you are." },
  choose_run: { run: "Choose the run." },
  hub_closed: ({ hub }: { hub: string }) =>
    `${hub} is closed and receives nothing. Choose an open hub, or ask a super admin to open it.`,
  other_run: ({ run }: { run: string }) =>
    `It is on ${run}. Put it aside for ${run}, or ask the desk to move it.`,
  sealed: ({ run, state }: { run: string; state: string }) =>
    `${run} is ${state}: no more is loaded. Put it aside, or hand it over to the rider with Hand over.`,
  no_loading: ({ run }: { run: string }) =>
    `${run} is a pickup run: nothing is loaded on it. What it brings is received.`,
  delivered_before: "It was delivered by what we know. Receive it at a hub first.",
  not_here: ({ where }: { where: string }) =>
    `By what we know it is ${where}. Receive it here first, then load it.`,
  not_of_run: ({ run, where }: { run: string; where: string }) =>
    `It is not of ${run}: it is ${where}. Put it aside, and scan it with Receive here.`,
  not_out: ({ run, state }: { run: string; state: string }) =>
    `${run} is ${state}: nothing comes back from it. Receive the parcel with Receive here.`,
  run_over: ({ run, state }: { run: string; state: string }) =>
    `${run} is ${state}: it takes no parcels. Choose another run.`,
  load_it: ({ run }: { run: string }) => `It is planned on ${run}. Load it with Load on run.`,
  no_holder: ({ run }: { run: string }) => `${run} has no rider yet. Choose one on the page of the run.`,
  moved_meanwhile: "A colleague moved it at the same moment. Scan it again.",
  not_undone: "It was scanned, loaded or sealed again since. It was not undone.",
  count_over: "The count is closed, or the piece was not in it. It was not undone.",
  correct_instead: "It cannot be undone. Correct it instead: scan it again where it is.",
});

/** The messages that are shown after an unexpected error. */
export const NOT_SET = "The status was not set. Please try again.";
export const NOT_COUNTED = "The scan was not counted. Please try again.";

type Word = { word: string; tone: Signal };
const no = (word: string): Word => ({ word, tone: "no" });
/** Returns the word in large type for a piece that exists but cannot be scanned in this mode. */
const wrong = (word: string): Word => ({ word, tone: "wrong" });

const WORDS: Record<string, Word> = {
  unknown_code: no("Unknown"),
  unknown_piece: no("Unknown"),
  not_ours: no("Unknown"),
  which_code: no("Which code?"),
  which_piece: no("Which piece?"),
  choose_hub: no("Choose a hub"),
  choose_run: no("Choose a run"),
  hub_closed: no("Hub closed"),
  other_hub: no("Not your hub"),
  no_hub: no("Not your hub"),
  other_run: wrong("Wrong run"),
  not_of_run: wrong("Wrong run"),
  sealed: no("Sealed"),
  no_loading: no("Pickup run"),
  delivered_before: wrong("Already delivered"),
  not_here: wrong("Not here"),
  not_unpaid: no("Not paid"),
  over_float: no("Over the limit"),
  not_out: no("Not out"),
  run_over: no("Run closed"),
  load_it: no("Load it"),
};

export const scanRefusalOf = (reason: string | undefined): Word => WORDS[reason ?? ""] ?? no("Not counted");

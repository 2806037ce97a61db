/** SCAN-7: the answer to the clerk about a piece that a hub has received. Pure. */
import type { DestinationHub } from "../../domain/destination-hub.ts";
import { placeText, type TownAndState } from "../../domain/states.ts";
import type { HolderKind } from "../../domain/holders.ts";
import type { RunKind } from "../../domain/run.ts";
import type { ScanAnswer } from "./scan.ts";

export type HubName = { id: string; name: string; code: string };
/** Names a hub: 'Kano (KAN)'. */
export const hubWithCode = ({ name, code }: Pick<HubName, "name" | "code">): string => `${name} (${code})`;

export type ReceiveFacts = {
  here: HubName;
  from: HolderKind;
  /** True if this hub already held the piece, so that no hand-over was written. */
  wasHere: boolean;
  /** True if an open exception said that the piece was missing or its hand-over not confirmed. */
  asked: boolean;
  /** The present place of a piece that was moved after this scan: 'with a rider since 3:00 pm'. Otherwise null. */
  newer: string | null;
  at: string;
  bookedThen: boolean;
  /** The piece's open run. `brought`: true if the piece came with the run, false if it is only planned. */
  run: { name: string; kind: RunKind; hub: HubName; toHub: HubName | null; brought: boolean } | null;
  to: DestinationHub<HubName>;
  /** The place to which the piece goes. For a return, the sender's place. */
  place: TownAndState;
  returning: boolean;
  /**
   * CHOICE-3: true if the sender was asked what to do with the parcel after a delivery attempt, and has not answered
   * yet.
   */
  undecided: boolean;
  /** True if the booking failed or was cancelled while the sender still had the piece. */
  failedBefore: boolean;
  /**
   * `number`: the piece's number. `of`: how many pieces its booking has. `missing`: how many of these pieces
   * are not in this hub and not delivered.
   */
  piece: { number: number; of: number; missing: number };
};

/** True if the piece belongs to an open run that does not begin or end at this hub. */
export const isExtra = ({ here, run }: Pick<ReceiveFacts, "here" | "run">): boolean =>
  run !== null && run.hub.id !== here.id && run.toHub?.id !== here.id;

/** True if dispatch must choose the delivering hub, because no hub or several hubs deliver to the place. */
export const isHubUnclear = ({ to }: Pick<ReceiveFacts, "to">): boolean => to.kind !== "hub";

type Words = Pick<ScanAnswer, "word" | "text" | "tone">;

export function receiveAnswer(facts: ReceiveFacts): Words {
  const { word, text, tone } = answerOf(facts);
  const dated = facts.bookedThen ? ` Dated ${facts.at}, when it was booked.` : "";
  return { word, tone, text: `${text}${dated}${piecesText(facts.piece)}` };
}

function answerOf(facts: ReceiveFacts): Words {
  const { here, from, run } = facts;
  const next = nextText(facts);
  if (facts.wasHere && facts.asked)
    return { word: "Found", tone: "yes", text: `It was looked for: that is closed. ${next}` };
  if (facts.wasHere) return { word: "Already here", tone: "same", text: `Nothing changed. ${next}` };
  if (facts.newer)
    return { word: "Kept", tone: "same", text: `Kept for ${facts.at}. Newer: ${facts.newer}.` };
  if (from === "receiver")
    return {
      word: "Already delivered",
      tone: "wrong",
      text: `It was delivered by what we know. Taken all the same: ask the desk. ${next}`,
    };
  if (run?.brought && isExtra(facts))
    return {
      word: "Wrong hub",
      tone: "wrong",
      text: `${run.name} takes it to ${hubWithCode(run.toHub ?? run.hub)}. ${TAKEN}: the desk decides.`,
    };
  if (facts.failedBefore)
    return {
      word: "Ask the desk",
      tone: "wrong",
      text: `It failed or was cancelled before it came. ${TAKEN}.`,
    };
  if (from !== "sender" && !run?.brought && run?.hub.id !== here.id) return unexpected(facts, next);
  if (isHubUnclear(facts)) return { word: "Ask the desk", tone: "wrong", text: next };
  const isBack = run?.brought && run.kind === "delivery" && run.hub.id === here.id;
  return { word: "Right", tone: "yes", text: `${isBack ? `Back from ${run.name}. ` : ""}${next}` };
}

const TAKEN = "Taken all the same";

/** Returns the answer for a piece that no run brought to this hub. */
function unexpected({ to, here, run }: ReceiveFacts, next: string): Words {
  if (run)
    return {
      word: "Not expected",
      tone: "wrong",
      text: `It is planned on ${run.name} of ${hubWithCode(run.hub)}. ${TAKEN}: the desk decides.`,
    };
  const word = to.kind === "hub" && to.hub.id !== here.id ? "Wrong hub" : "Not expected";
  return { word, tone: "wrong", text: `It was on no run to here. ${TAKEN}. ${next}` };
}

/** Returns a sentence that says where the piece goes next. */
export function nextText({ here, to, place, returning, undecided, run }: ReceiveFacts): string {
  const planned =
    run && !run.brought && run.kind !== "pickup" && run.hub.id === here.id ? ` On ${run.name}.` : "";
  const back = returning ? "Going back to the sender. " : "";
  if (to.kind === "hub" && undecided && !returning)
    return `Put it aside: the sender has not said yet what to do.${planned}`;
  if (to.kind === "hub" && to.hub.id !== here.id)
    return `${back}For ${hubWithCode(to.hub)}: linehaul.${planned}`;
  if (to.kind === "hub") return `${back}For delivery from here: ${placeText(place)}.${planned}`;
  const which =
    to.kind === "tie" ? `${to.hubs.map(({ name }) => name).join(" or ")}: not clear` : "No hub is set";
  return `${back}${which} for ${placeText(place)}. Put it aside: the desk chooses.${planned}`;
}

function piecesText({ number, of, missing }: ReceiveFacts["piece"]): string {
  if (of === 1) return "";
  return missing === 0
    ? ` Piece ${number} of ${of}, all here.`
    : ` Piece ${number} of ${of}, ${missing} still missing.`;
}

/** The current screen of the rider's page. Each screen is a history entry, so the phone's back button goes back. */
import type { FailureReason } from "../../../domain/failure-reasons.ts";

/**
 * `stop`: the key of a stop; null for the next stop. `pieces`: the selected pieces. `corrects`: the id of the
 * deed that is corrected. `id`: the id of a regular pickup.
 */
export type OpenScreen =
  | { is: "day"; stop: string | null }
  | { is: "deliver"; stop: string; pieces: string[]; corrects?: string }
  | { is: "pick_up" | "scan_first"; stop: string; pieces: string[] }
  | { is: "not_delivered"; stop: string; pieces: string[]; corrects?: string; reason?: FailureReason }
  | { is: "correct"; deed: string }
  | { is: "regular" | "unbooked_from"; id: string }
  | { is: Simple };
export type Simple =
  | "more"
  | "hand_in"
  | "riders"
  | "give"
  | "take"
  | "unbooked"
  | "incident"
  | "papers"
  | "scan"
  | "this_phone"
  | "end";
export type DoorScreen = Extract<OpenScreen, { pieces: string[] }>;
export type Delivering = Extract<OpenScreen, { is: "deliver" }>;
export type NotDelivered = Extract<OpenScreen, { is: "not_delivered" }>;

/** An entry in the browser's history. `depth`: how many earlier entries belong to the rider's page. */
type Entry = { screen: OpenScreen; depth: number };

const HOME: OpenScreen = { is: "day", stop: null };
const listeners = new Set<() => void>();
let screen: OpenScreen = HOME;
let depth = 0;
let isGoingHome = false;

const show = (next: OpenScreen) => {
  screen = next;
  scrollTo(0, 0);
  for (const listener of listeners) listener();
};

export function startScreens(): void {
  history.scrollRestoration = "manual";
  depth = (history.state as Entry | null)?.depth ?? 0;
  addEventListener("popstate", ({ state }: PopStateEvent) => {
    const entry = (state as Entry | null) ?? { screen: HOME, depth: 0 };
    ({ depth } = entry);
    if (!isGoingHome) return show(entry.screen);
    isGoingHome = false;
    history.replaceState({ screen: HOME, depth } satisfies Entry, "");
  });
}

export function showScreen(next: OpenScreen): void {
  depth++;
  history.pushState({ screen: next, depth } satisfies Entry, "");
  show(next);
}

export function goInstead(next: OpenScreen): void {
  history.replaceState({ screen: next, depth } satisfies Entry, "");
  show(next);
}

export const goBack = (): void => history.back();

/** Shows the home screen, and goes back to the first entry of the page in the browser's history. */
export function goHome(): void {
  show(HOME);
  if (depth > 0) {
    isGoingHome = true;
    history.go(-depth);
  } else history.replaceState({ screen: HOME, depth } satisfies Entry, "");
}

/** True on the home screen. There the rider has typed nothing, so a reload loses no input. */
export const isAtRest = (): boolean => screen.is === "day" && screen.stop === null;

export const getScreen = (): OpenScreen => screen;
export function onScreen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

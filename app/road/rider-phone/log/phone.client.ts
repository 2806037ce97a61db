/** The state of the rider's page: the stored data, and facts such as whether the page is locked or sending. */
import type { Deed, Did } from "../../deeds/protocol.ts";
import type { NoDay } from "../../deeds/rider-day.ts";
import { afterPaint } from "./after-paint.ts";
import { dayState, type DayState } from "../state/day-state.ts";
import type { KeptDeed } from "../state/kept-deeds.ts";
import { addDeed, onOtherTab, readKept, type KeptOnPhone, type NewDeed } from "./deed-log.client.ts";
import { NO_FACTS, type KeptDay } from "./phone-db.client.ts";

export type Phone = KeptOnPhone & {
  /** `broken`: this browser cannot store anything, so the page accepts no deeds. */
  is: "opening" | "open" | "broken";
  state: DayState | null;
  isLocked: boolean;
  /**
   * The server's reason for sending no `RiderDay` in its last response; null if the response contained a `RiderDay`.
   */
  none: NoDay | null;
  revoked: { by: NonNullable<NoDay["by"]> | null } | null;
  isOnline: boolean | null;
  isSending: boolean;
  storageLeft: number | null;
  /**
   * True if a newer release exists. start.client.tsx loads it while the page is in the background, idle and on the home
   * screen.
   */
  isStale: boolean;
};

let phone: Phone = {
  is: "opening",
  deeds: [],
  pictures: [],
  day: null,
  facts: NO_FACTS,
  state: null,
  isLocked: false,
  none: null,
  revoked: null,
  isOnline: null,
  isSending: false,
  storageLeft: null,
  isStale: false,
};

const listeners = new Set<() => void>();
export const getPhone = (): Phone => phone;

export function changePhone(change: Partial<Phone>): void {
  const isData = "day" in change || "deeds" in change;
  phone = { ...phone, ...change };
  if (isData) phone.state = phone.day ? dayState(phone.day.day, phone.deeds, new Set(phone.day.heard)) : null;
  for (const listener of listeners) listener();
}

export function onPhone(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The number of changes of the log. If the number grows during a read, the stored data is read again. */
let changes = 0;

const isSameDay = (a: KeptDay | null, b: KeptDay | null): boolean =>
  a?.fetched.boot === b?.fetched.boot && a?.fetched.mono === b?.fetched.mono;

/** Reads the stored data again, after this tab or another tab changed it. */
export async function readAgain(): Promise<void> {
  for (;;) {
    const before = changes;
    const kept = await readKept();
    if (before !== changes) continue;
    // If the `RiderDay` is unchanged, the old object is used, so that React does not draw the stops again.
    const day = isSameDay(kept.day, phone.day) ? phone.day : kept.day;
    return changePhone({ ...kept, day });
  }
}
onOtherTab(() => void readAgain().catch(() => {}));

/** Replaces rows of the page's log with the stored rows. */
export function noteRows(rows: readonly KeptDeed[]): void {
  changes++;
  const byId = new Map(rows.map((row) => [row.deed.id, row]));
  changePhone({ deeds: phone.deeds.map((row) => byId.get(row.deed.id) ?? row) });
}

let afterDeed = () => {};
/** Registers the work that starts after each recorded deed, such as sending. */
export function onDeed(work: () => void): void {
  afterDeed = work;
}

/** Records a rider's deed. `then` shows the next screen once the deed is stored. May throw NotStored. */
export async function recordDeed(
  did: Did,
  { run, id }: Omit<NewDeed, "did">,
  then: (deed: Deed) => void,
): Promise<void> {
  const kept = await addDeed({ did, run, ...(id && { id }) });
  changes++;
  const others = phone.deeds.filter(({ deed }) => deed.id !== kept.deed.id);
  changePhone({ deeds: [...others, kept], facts: { ...phone.facts, seq: kept.deed.seq } });
  afterPaint(() => afterDeed());
  then(kept.deed);
}

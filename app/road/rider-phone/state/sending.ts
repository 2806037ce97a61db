/**
 * PHONE-6: the order of sending, and the handling of answers. One round sends each deed once: first new deeds by
 * number, then deeds that were answered with `wait` or `refused` before. If the server cannot read a request, its deeds
 * are sent in smaller halves until the invalid deed is alone. That deed stays on the phone, and does not block the
 * others. Pure.
 */
import { isSettled, MOST_DEEDS, type Deed, type DeedAnswer, type DeedsAnswer } from "../../deeds/protocol.ts";
import { isSent, type KeptDeed } from "./kept-deeds.ts";

export type Post = (deeds: Deed[]) => Promise<PostAnswer>;
/** The result of sending. `unread`: the server cannot read the request. `later`: no network, or an error. */
export type PostAnswer =
  | { is: "answered"; answer: DeedsAnswer }
  | { is: "unread" }
  | { is: "later" }
  | { is: "stranger" };

export type SendLog = {
  read(): Promise<readonly KeptDeed[]>;
  note(answers: readonly DeedAnswer[]): Promise<unknown>;
};
/**
 * How a round ended. `sent`: each deed was sent once. The next round sends deeds again that were answered with `wait`
 * or `refused`.
 */
export type RoundEnd = "sent" | "later" | "stranger" | "revoked" | "too_old";

export function nextBatch(kept: readonly KeptDeed[], tried: ReadonlySet<string>, most: number): Deed[] {
  const waiting = kept.filter((one) => !isSent(one) && !tried.has(one.deed.id));
  const fresh = waiting.filter(({ answer }) => answer === null);
  return (fresh.length > 0 ? fresh : waiting)
    .map(({ deed }) => deed)
    .toSorted((a, b) => a.seq - b.seq)
    .slice(0, most);
}

/**
 * Runs one round, which sends each deed once. `onAnswer` gets each response of the server. A response contains the
 * answers to the deeds, and the versions of the runs.
 */
export async function sendRound(
  log: SendLog,
  post: Post,
  onAnswer: (answer: DeedsAnswer) => Promise<void>,
): Promise<RoundEnd> {
  const tried = new Set<string>();
  let most = MOST_DEEDS;
  let end: RoundEnd = "sent";
  for (;;) {
    const batch = nextBatch(await log.read(), tried, most);
    if (batch.length === 0) return end;
    const answered = await post(batch);
    if (answered.is === "later" || answered.is === "stranger") return answered.is;
    if (answered.is === "unread") {
      if (batch.length === 1) {
        tried.add(batch[0]!.id);
        most = MOST_DEEDS;
      } else most = Math.ceil(batch.length / 2);
      continue;
    }
    const { answer } = answered;
    const own = new Set(batch.map(({ id }) => id));
    await log.note(answer.answers.filter(({ id }) => own.has(id)));
    await onAnswer(answer);
    for (const { id } of batch) tried.add(id);
    if (answer.phone === "too_old") return "too_old";
    if (answer.phone === "revoked") end = "revoked";
  }
}

/** True if the server stored a deed of the request. The phone must then fetch the `RiderDay` again. */
export const changesDay = ({ answers }: DeedsAnswer): boolean => answers.some(isSettled);

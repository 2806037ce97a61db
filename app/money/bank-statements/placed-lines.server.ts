/** BANK-5: gives each line its place among equal rows of the account, and the reference of its payment. */
import type { Admin } from "../../access/actor.ts";
import { freeSpelling } from "../../domain/payment.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { deriveToken } from "../../platform/tokens.server.ts";
import { classOf, nextPlaces } from "./bank-rows.server.ts";
import type { RowFacts } from "./known-rows.ts";
import { usedReferences } from "./recorded-transfers.server.ts";
import type { PlannedLine } from "./stored-lines.server.ts";

export type PlacedLine = PlannedLine & { facts: RowFacts; place: number };

/**
 * Gives each line the next place after the stored rows that are equal to it. A row whose day cannot be read
 * gets the day of recording.
 */
export async function placedLines(
  tx: Tx,
  account: string,
  lines: readonly PlannedLine[],
  today: string,
): Promise<PlacedLine[]> {
  const all = lines.map((line) => {
    const kobo = line.kobo ?? line.parts.reduce((sum, part) => sum + part.kobo, 0);
    const { direction, balance, words } = line;
    return { ...line, facts: { on: line.on ?? today, kobo, direction, balance, words }, place: 0 };
  });
  const places = await nextPlaces(
    tx,
    account,
    all.map(({ facts }) => facts),
  );
  return all.map((line) => {
    const own = classOf(line.facts);
    const place = (places.get(own) ?? 0) + 1;
    places.set(own, place);
    return { ...line, place };
  });
}

/**
 * Returns the reference of each line's payment. It is the bank's reference, if the line has one and no other payment
 * uses it. If only reversed payments use it, a number is added at its end. In all other cases the reference is made
 * from the row's facts.
 */
export async function referencesFor(
  { services, tx }: Pick<Work<Admin>, "services" | "tx">,
  account: string,
  lines: readonly PlacedLine[],
): Promise<string[]> {
  const keys = lines.flatMap(({ key }) => (key === "" ? [] : [key]));
  const used = await usedReferences(tx, keys);
  return lines.map(({ key, place, facts }) => {
    const reversed = used.get(key);
    const free = reversed?.every(Boolean)
      ? freeSpelling(
          key,
          [...used.keys()].filter((one) => one.startsWith(key)),
        )
      : key;
    if (key !== "" && (reversed === undefined || free !== key)) return free;
    const own = deriveToken(services.secret, `bank-reference:${account} ${classOf(facts)} ${place}`);
    const letters = own
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, "")
      .slice(0, 14);
    return `STATEMENT-${facts.on.replaceAll("-", "")}-${facts.kobo}-${letters}`;
  });
}

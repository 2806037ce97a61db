/**
 * TRIP-4: a stop of a run is one place. One phone number may have pieces at several places, and so at several stops.
 * Pure.
 */
import { NOT_STORED } from "./erased.ts";
import { foldAddress } from "./fold-address.ts";

export type StopPlace = { address: string; town: string | null; state: string };
/** A place with a person. The phone number is in E.164. */
export type AtPlace = StopPlace & { name: string; phone: string };

/** Returns the same text for all spellings of a place. For a person without an address, the phone number is used. */
export function placeKey({ address, town, state, phone }: StopPlace & { phone: string }): string {
  const street = address === NOT_STORED ? "" : foldAddress(address);
  return `${state}/${foldAddress(town ?? "")}/${street || phone}`;
}

/** Writes the address, followed by the town if the address does not contain it. */
export function placeLine({ address, town, state }: StopPlace): string {
  const region = town ?? state;
  if (address.trim() === "") return region;
  return wordsIn(address).includes(wordsIn(region)) ? address : `${address}, ${region}`;
}
const wordsIn = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()} `;

export const byReceiver = <Item>(items: readonly Item[], of: (item: Item) => AtPlace): Item[][] => [
  ...Map.groupBy(items, (item) => receiverKey(of(item))).values(),
];
const receiverKey = (at: AtPlace): string => `${at.phone} ${placeKey(at)}`;

/** Groups items by person. In contrast to `byReceiver`, people with the same phone number are separate groups. */
export const byPerson = <Item>(items: readonly Item[], of: (item: Item) => AtPlace): Item[][] => [
  ...Map.groupBy(items, (item) => `${receiverKey(of(item))} ${of(item).name.trim().toLowerCase()}`).values(),
];

/**
 * Lists the other places on the run at which people of this stop also get pieces: 'also at 88 Bode Thomas Street,
 * Lagos'. Each text begins with the person's name if the stop has several receivers.
 */
export function alsoAt(here: readonly AtPlace[], onRun: readonly AtPlace[]): string[] {
  const receivers = [...Map.groupBy(here, ({ phone }) => phone)].filter(([phone]) => phone !== NOT_STORED);
  return receivers.flatMap(([phone, own]) => {
    const known = new Set(own.map(placeKey));
    const others = onRun.filter((one) => one.phone === phone && !known.has(placeKey(one)));
    if (others.length === 0) return [];
    const places = [...Map.groupBy(others, placeKey).values()].map(([first]) => placeLine(first!));
    const text = `also at ${places.join("; ")}`;
    return [receivers.length > 1 ? `${own[0]!.name}: ${text}` : text];
  });
}

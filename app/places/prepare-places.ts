/** BOOK-7: the recogniser of places and its index. The build puts both into one file. */
import { prepareIndex } from "../domain/place-names.ts";
import { recognisePlace } from "../domain/recognise-place.ts";
import { isSamePlace, placeOf } from "../domain/same-place.ts";

const pause = () => new Promise<void>((done) => void setTimeout(done));

/** Prepares the index in advance, so that the first typed letter does not wait for it. */
export async function preparePlaces() {
  await prepareIndex(pause);
  return { recognisePlace, placeOf, isSamePlace };
}

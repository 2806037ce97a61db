/** BOOK-7: the recogniser of places with its index, in one file of the build. */
import { prepareIndex } from "../domain/place-names.ts";
import { recognisePlace } from "../domain/recognise-place.ts";
import { isSamePlace, placeOf } from "../domain/same-place.ts";

const pause = () => new Promise<void>((done) => void setTimeout(done));

/** Prepares the index early, so that the first typed letter does not wait. */
export async function preparePlaces() {
  await prepareIndex(pause);
  return { recognisePlace, placeOf, isSamePlace };
}

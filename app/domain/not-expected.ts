/** RECEIVER-7: the answers among which a person who does not expect a parcel can choose. Pure. */
import { wordsOf } from "./words-of.ts";

export const NOT_EXPECTED_NAMES = {
  other_person: "I am not this person",
  unknown_sender: "I do not know the sender",
  not_ordered: "I did not order anything",
};
export const NOT_EXPECTED = wordsOf(NOT_EXPECTED_NAMES);

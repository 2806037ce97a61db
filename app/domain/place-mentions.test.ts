/** BOOK-7: the meaning of a place's name in an address. It depends on the words beside the name. */
import { describe, expect, test } from "vitest";
import { recognisePlace } from "./recognise-place.ts";

function readingOf(address: string): string {
  const reading = recognisePlace(address);
  if (reading.kind === "read") return [reading.town, reading.state].filter(Boolean).join(", ");
  return reading.kind === "asks" ? `ask ${reading.states.join("|")}` : "unknown";
}

describe.each([
  [
    "the name of a street is no place",
    [
      ["12 Uyo Dr", "unknown"],
      ["12 Uyo Dr off Oron Road", "unknown"],
      ["12 Uyo Dr Estate", "unknown"],
      ["12 Uyo Dr Extension", "unknown"],
      ["12 Kano St Ikeja", "Ikeja, Lagos"],
      ["12 Calabar Street Barracks", "unknown"],
      ["12 Ikeja Close", "unknown"],
      ["Uyo GRA Extension Road", "unknown"],
      ["5 Uyo/Eket Street, Calabar", "Calabar, Cross River"],
      ["Lagos to Ibadan Expressway, Mowe", "Mowe, Ogun"],
      ["Km 5 Uyo to Itu Road", "unknown"],
      ["5 Uyo to Eket Street", "unknown"],
      ["5 Uyo and Eket Street", "unknown"],
      ["Aba Road to Uyo", "ask Akwa Ibom"],
      ["5 Onitsha-Enugu Ukwu Old Road", "unknown"],
      ["Edo-Ezemewi Road", "unknown"],
      ["Aba-Ezi Ndu Road", "unknown"],
    ],
  ],
  [
    "a street of another name leaves the place before it",
    [
      ["Kubwa Arab Road", "ask FCT"],
      ["Gwarinpa 3rd Avenue", "Gwarinpa, FCT"],
      ["Aba 12 Market Road", "Aba, Abia"],
      ["Uyo St Luke's Hospital", "ask Akwa Ibom"],
      ["Ikeja Dr Ade's house", "ask Lagos"],
      ["Jega Kebbi", "Jega, Kebbi"],
    ],
  ],
  [
    "a person of the name of a place is no place",
    [
      ["Call Alhaji Bauchi", "unknown"],
      ["Alhaji Musa Mubi South", "unknown"],
      ["Alhaji Musa Bauchi, Fagge, Kano", "Kano, Kano"],
    ],
  ],
  [
    "a landmark, or the end of a road, is asked about or decides between places of one name",
    [
      ["House 5, road to Uyo", "ask Akwa Ibom"],
      ["Along the road to Uyo, Aba", "Aba, Abia"],
      ["Opposite the UNILAG", "ask Lagos"],
      ["Uniuyo North Gate", "ask Akwa Ibom"],
      ["Ikeja State High School", "ask Lagos"],
      ["Mile 1 Market", "ask Rivers"],
      ["near Garki", "ask FCT"],
      ["Ibadan Grill, Surulere", "ask Lagos|Oyo"],
      ["Bassa", "ask Kogi|Plateau"],
      ["Bassa, near Jos", "Bassa, Plateau"],
    ],
  ],
  [
    "a place is where a landmark is close to",
    [
      ["Ikeja close to the market", "Ikeja, Lagos"],
      ["12 Market Road, Ikeja close to the bank", "Ikeja, Lagos"],
    ],
  ],
  [
    "a name that is also a word counts between commas, at the end or beside its own state",
    [
      ["House 4 Foko", "ask Oyo"],
      ["House 4 Foko, near Garki", "ask FCT"],
      ["House 4 Foko, Ibadan", "Ibadan, Oyo"],
      ["Foko 12 Market Road", "ask Oyo"],
      ["Arogbo, Egan", "ask Lagos|Ogun"],
      ["12 Market Road, Awe, Oyo", "Awe, Oyo"],
    ],
  ],
  [
    "a common name of a quarter yields to any other place",
    [
      ["12 Market Road, Sabon Gari, Gombe", "Gombe, Gombe"],
      ["4 Isolo Road, Mushin, Challenge", "Mushin, Lagos"],
    ],
  ],
  [
    "a council may be in each state that has one of its name",
    [
      ["Obi LGA secretariat", "ask Benue|Nasarawa"],
      ["Surulere LGA, Kano", "ask Kano|Kwara|Lagos|Oyo"],
    ],
  ],
  [
    "up to four states are asked about",
    [
      ["Ado", "ask Benue|Ekiti|Lagos|Nasarawa"],
      ["Zango", "unknown"],
    ],
  ],
  [
    "a misspelt name is read if it is long, or of a capital, and no word of its own",
    [
      ["Ibandan", "Ibadan, Oyo"],
      ["Okgwe", "unknown"],
      ["By Oando filling station", "unknown"],
      ["Zungero", "Zungeru, Niger"],
      ["Shnkafi", "Shinkafi, Zamfara"],
      ["Ktampe", "unknown"],
      ["Gwarinpo", "Gwarinpa, FCT"],
      ["Callenge", "unknown"],
      ["Umuneae", "ask Delta|Imo"],
    ],
  ],
  [
    "doubled letters are read as one from six letters on",
    [
      ["Gariki", "Garriki, Enugu"],
      ["Urata", "Uratta, Imo"],
      ["Irua", "unknown"],
    ],
  ],
  [
    "abbreviations are read, and a phone number is not",
    [
      ["Plot 5, F.C.T.", "FCT"],
      ["Ph 0803 123 4567, Nguru, Yobe", "Nguru, Yobe"],
      ["Ph: 0803 123 4567, Aba", "Aba, Abia"],
      ["Ph 2348031234567, Aba", "Aba, Abia"],
    ],
  ],
])("[BOOK-7] %s", (_, addresses) => {
  test.each(addresses)("in '%s': %s", (address, expected) => expect(readingOf(address)).toBe(expected));
});

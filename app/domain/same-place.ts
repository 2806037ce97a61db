/** BOOK-18: whether two addresses are in one place, where Same Day is offered. */
import { PLACES } from "./places.ts";
import { recognisePlace } from "./recognise-place.ts";
import { type Place, type StateName } from "./states.ts";

/** Districts and councils that make up one city, as in places.ts. */
const CITIES: Partial<Record<StateName, string>> = {
  Lagos:
    "Yaba|Lekki|Victoria Island|Ikoyi|Ajah|Festac|Gbagada|Maryland|Ogba|Magodo|Ojota|Ilupeju|Oshodi|Isolo|Apapa|Iyana Ipaja|Egbeda|Sangotedo|Ketu|Berger|Anthony|Palmgrove|Computer Village|Agege|Ajeromi-Ifelodun|Alimosho|Amuwo-Odofin|Eti Osa|Ifako-Ijaiye|Ikeja|Kosofe|Lagos Island|Lagos Mainland|Mushin|Ojo|Oshodi-Isolo|Shomolu",
  FCT: "Abuja|Wuse|Garki|Maitama|Asokoro|Gwarinpa|Jabi|Utako|Kubwa|Lugbe|Nyanya|Karu|Lokogoma|Apo|Central Business District|Abuja Municipal Area Council",
  Kano: "Kano|Sabon Gari|Bompai|Dala|Fagge|Gwale|Kano Municipal|Kumbotso|Tarauni|Ungogo",
  Oyo: "Ibadan|Bodija|Challenge|Dugbe",
  Rivers: "Port Harcourt|Trans Amadi|Rumuola|Rumuokoro|Obio/Akpor",
  Edo: "Benin City|Benin|Egor|Ikpoba Okha|Oredo",
  Kaduna: "Kaduna|Barnawa",
  Enugu: "Enugu|Independence Layout",
};

/** 'Ibadan North-East', 'Calabar Municipal': a part of the city that it names. */
const PART = / (?:North|South|East|West|Central|Municipal)(?:[- ](?:East|West))?$/;

function cityOf(town: string, state: string): string {
  const whole = town.replace(PART, "");
  const city = PLACES[state]?.split("|").includes(whole) ? whole : town;
  return CITIES[state as StateName]?.split("|").includes(city) ? `city of ${state}` : city;
}

/** Where no town is known, the state decides. */
export function isSamePlace(from: Place, to: Place): boolean {
  if (from.state !== to.state) return false;
  return !from.town || !to.town || cityOf(from.town, from.state) === cityOf(to.town, to.state);
}

/** An address's place: the chosen state, else the recognised one, with the town where it is in that state. */
export function placeOf(address: string, chosen: string): Place | null {
  const { state, town } = recognisePlace(address);
  const known = chosen || state;
  return known ? { state: known, town: known === state ? town : null } : null;
}

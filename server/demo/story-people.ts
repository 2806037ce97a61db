/** The people and goods of the demo. All of them are fictitious. */
import type { PackageType } from "../../app/domain/booking.ts";
import type { StateName } from "../../app/domain/states.ts";
import type { StoryHubCode } from "./story-hubs.ts";

export type StoryPerson = {
  name: string;
  address: string;
  state: StateName;
  /** The hub that takes this person's parcels and delivers to this person. Null if there is no hub. */
  hub: StoryHubCode | null;
  phone: string;
  email: string;
  /** How often this person sends and receives, compared with other people. */
  sends: number;
  gets: number;
};

type Line = readonly [string, string, StateName, StoryHubCode | null, sends: number, gets: number];

const LINES = {
  adaeze: ["Adaeze Obi", "14 Allen Avenue, Ikeja, Lagos", "Lagos", "IKJ", 5, 2],
  bisi: ["Bisi Adeyemi", "9 Toyin Street, Ikeja, Lagos", "Lagos", "IKJ", 7, 4],
  femi: ["Femi Ogunleye", "31 Adeniran Ogunsanya Street, Surulere, Lagos", "Lagos", "IKJ", 6, 4],
  sola: ["Sola Martins", "4 Admiralty Way, Lekki, Lagos", "Lagos", "IKJ", 4, 6],
  tayo: ["Tayo Oni", "12 Herbert Macaulay Way, Yaba, Lagos", "Lagos", "IKJ", 3, 6],
  chiamaka: ["Chiamaka Eze", "27 Isaac John Street, Ikeja, Lagos", "Lagos", "IKJ", 2, 3],
  wale: ["Wale Adebayo", "60 Bode Thomas Street, Surulere, Lagos", "Lagos", "IKJ", 1, 3],
  tunde: ["Tunde Balogun", "5 Ring Road, Ibadan, Oyo", "Oyo", "IBD", 1, 1],
  hajara: ["Hajara Usman", "6 Aminu Kano Crescent, Wuse, Abuja", "FCT", "ABJ", 2, 2],
  amina: ["Amina Yakubu", "21 Gado Nasko Road, Kubwa, Abuja", "FCT", "ABJ", 1, 2],
  blessing: ["Blessing Audu", "14 Ademola Adetokunbo Crescent, Wuse, Abuja", "FCT", "ABJ", 1, 2],
  danladi: ["Danladi Gyang", "2 Gana Street, Maitama, Abuja", "FCT", "ABJ", 1, 2],
  efe: ["Efe Omoruyi", "40 Gimbiya Street, Garki, Abuja", "FCT", "ABJ", 1, 2],
  fatima: ["Fatima Abdullahi", "9 Ebitu Ukiwe Street, Jabi, Abuja", "FCT", "ABJ", 1, 1],
  halima: ["Halima Danjuma", "5 Lord Lugard Street, Asokoro, Abuja", "FCT", "ABJ", 0, 1],
  john: ["John Agbo", "17 Obafemi Awolowo Way, Utako, Abuja", "FCT", "ABJ", 0, 1],
  bashir: ["Bashir Lawan", "8 Aminu Kano Crescent, Wuse, Abuja", "FCT", "ABJ", 0, 1],
  uche: ["Uche Nnamdi", "22 Ahmadu Bello Way, Garki, Abuja", "FCT", "ABJ", 0, 1],
  kande: ["Kande Musa", "3 First Avenue, Gwarinpa, Abuja", "FCT", "ABJ", 0, 1],
  garba: ["Garba Sule", "18 Zaria Road, Kano, Kano", "Kano", "KAN", 2, 2],
  musa: ["Musa Ibrahim", "9 Bompai Road, Kano, Kano", "Kano", "KAN", 1, 2],
  ebere: ["Ebere Nwosu", "22 Aba Road, Port Harcourt, Rivers", "Rivers", "PHC", 1, 2],
  daniel: ["Daniel Briggs", "11 Woji Road, Port Harcourt, Rivers", "Rivers", "PHC", 1, 1],
  chinwe: ["Chinwe Okoro", "55 New Market Road, Onitsha, Anambra", "Anambra", "ONI", 1, 1],
  bukar: ["Bukar Modu", "3 Sir Kashim Ibrahim Way, Maiduguri, Borno", "Borno", null, 0, 0],
} as const satisfies Record<string, Line>;
export type PersonKey = keyof typeof LINES;

/** Makes a phone number. 0800 662 is the company's prefix, so no stranger has the number. */
function phoneOf(name: string): string {
  const sum = name.split("").reduce((total, letter) => (total * 7 + letter.charCodeAt(0)) % 900, 0);
  return `+2348006625${100 + sum}`;
}

const personOf = ([name, address, state, hub, sends, gets]: Line): StoryPerson => ({
  ...{ name, address, state, hub, sends, gets },
  phone: phoneOf(name),
  email: `${name.toLowerCase().replaceAll(" ", ".")}@customers.onadelivery.example`,
});

export const PEOPLE = Object.fromEntries(
  Object.entries(LINES).map(([key, line]) => [key, personOf(line)]),
) as Record<PersonKey, StoryPerson>;

export type Goods = readonly [description: string, kg: number, type: PackageType];
export const GOODS: readonly Goods[] = [
  ["Ankara fabric", 4, "Parcel"],
  ["Baby clothes", 1.5, "Parcel"],
  ["Spare parts", 9, "Box"],
  ["Phone", 0.6, "Electronics"],
  ["Certificates", 0.4, "Document"],
  ["Dried fish", 6, "Box"],
  ["Shoes", 2, "Parcel"],
  ["Hair extensions", 1, "Parcel"],
  ["School books", 7.5, "Box"],
  ["Ceramic pots", 5, "Fragile"],
  ["Shea butter", 12, "Box"],
];

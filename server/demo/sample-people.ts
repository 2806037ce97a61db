/** People and goods of the demo. All are fictitious. */
import type { PackageType } from "../../app/domain/booking.ts";
import type { StateName } from "../../app/domain/states.ts";

export type Person = readonly [name: string, address: string, town: string, state: StateName];

export const ADAEZE: Person = ["Adaeze Obi", "14 Allen Avenue, Ikeja, Lagos", "Ikeja", "Lagos"];
export const TUNDE: Person = ["Tunde Balogun", "5 Ring Road, Ibadan, Oyo", "Ibadan", "Oyo"];
export const NGOZI: Person = [
  "Mama Ngozi Kitchen",
  "18 Ogunlana Drive, Surulere, Lagos",
  "Surulere",
  "Lagos",
];
export const MUSA: Person = ["Musa Ibrahim", "9 Bompai Road, Kano", "Kano", "Kano"];
export const EBERE: Person = ["Ebere Nwosu", "22 Aba Road, Port Harcourt, Rivers", "Port Harcourt", "Rivers"];
export const HAUWA: Person = ["Hauwa Bello", "3 Aminu Kano Crescent, Wuse, Abuja", "Wuse", "FCT"];
export const IDRIS: Person = ["Idris Shehu", "7 Baga Road, Maiduguri, Borno", "Maiduguri", "Borno"];

/**
 * The phone number of a person: 0800 662 is the company's prefix, so no stranger has the number. The sum of the name's
 * letters distinguishes people.
 */
export function phoneOf([name]: Person): string {
  const sum = name.split("").reduce((total, letter) => (total * 7 + letter.charCodeAt(0)) % 900, 0);
  return `+2348006625${100 + sum}`;
}

export const PEOPLE = {
  adaeze: ADAEZE,
  ngozi: NGOZI,
  bisi: ["Bisi Adeyemi", "9 Toyin Street, Ikeja, Lagos", "Ikeja", "Lagos"],
  femi: ["Femi Ogunleye", "31 Adeniran Ogunsanya Street, Surulere, Lagos", "Surulere", "Lagos"],
  sola: ["Sola Martins", "4 Admiralty Way, Lekki, Lagos", "Lekki", "Lagos"],
  tayo: ["Tayo Oni", "12 Herbert Macaulay Way, Yaba, Lagos", "Yaba", "Lagos"],
  garba: ["Garba Sule", "18 Zaria Road, Kano", "Kano", "Kano"],
  hajara: ["Hajara Usman", "6 Aminu Kano Crescent, Wuse, Abuja", "Wuse", "FCT"],
  amina: ["Amina Yakubu", "21 Gado Nasko Road, Kubwa, Abuja", "Kubwa", "FCT"],
  blessing: ["Blessing Audu", "14 Ademola Adetokunbo Crescent, Wuse, Abuja", "Wuse", "FCT"],
  danladi: ["Danladi Gyang", "2 Gana Street, Maitama, Abuja", "Maitama", "FCT"],
  efe: ["Efe Omoruyi", "40 Gimbiya Street, Garki, Abuja", "Garki", "FCT"],
  fatima: ["Fatima Abdullahi", "9 Ebitu Ukiwe Street, Jabi, Abuja", "Jabi", "FCT"],
  halima: ["Halima Danjuma", "5 Lord Lugard Street, Asokoro, Abuja", "Asokoro", "FCT"],
  john: ["John Agbo", "17 Obafemi Awolowo Way, Utako, Abuja", "Utako", "FCT"],
  bashir: ["Bashir Lawan", "8 Aminu Kano Crescent, Wuse, Abuja", "Wuse", "FCT"],
  uche: ["Uche Nnamdi", "22 Ahmadu Bello Way, Garki, Abuja", "Garki", "FCT"],
  kande: ["Kande Musa", "3 First Avenue, Gwarinpa, Abuja", "Gwarinpa", "FCT"],
  chinwe: ["Chinwe Okoro", "55 New Market Road, Onitsha, Anambra", "Onitsha", "Anambra"],
  bukar: ["Bukar Modu", "3 Sir Kashim Ibrahim Way, Maiduguri, Borno", "Maiduguri", "Borno"],
} as const satisfies Record<string, Person>;
export type PersonKey = keyof typeof PEOPLE;

export const GOODS: [description: string, kg: number, type: PackageType][] = [
  ["Ankara fabric", 4, "Parcel"],
  ["Baby clothes", 1.5, "Parcel"],
  ["Spare parts", 9, "Box"],
  ["Phone", 0.6, "Electronics"],
  ["Certificates", 0.4, "Document"],
  ["Dried fish", 6, "Box"],
  ["Shoes", 2, "Parcel"],
  ["Hair extensions", 1, "Parcel"],
  ["School books", 7.5, "Box"],
];

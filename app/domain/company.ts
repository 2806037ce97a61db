/**
 * COMPANY-1, COMPANY-2: the facts of the company that runs this product. A super admin edits them at /admin/company.
 * The values in this file are those of a new installation.
 */
import type { ChoicesUntil } from "./choices.ts";
import { FIRST_MESSAGE_SETTINGS, type MessageSettings } from "./message-settings.ts";
import type { OfficeHours } from "./office-hours.ts";
import type { ProofSetting } from "./proof.ts";
import type { StateName } from "./states.ts";
import { FIRST_LETTERS } from "./tracking-code.ts";
import { wordsOf } from "./words-of.ts";

/** A point on the map, in degrees. */
export type MapPoint = { latitude: number; longitude: number };
/** `day` is written '12-25' for every year, or '2027-03-26' for a single year. */
export type Holiday = { day: string; name: string };

export type Company = MessageSettings & {
  name: string;
  /** The short name, for places with little room: the app on a phone, and the back office. */
  shortName: string;
  tagline: string;
  legalName: string;
  rcNumber: string;
  tin: string;
  licenceNumber: string;
  licenceClass: string;
  /** The last day on which the courier licence is valid, 'yyyy-MM-dd'. */
  licenceUntil: string;
  insurance: string;
  /** Phone numbers in E.164. Every page shows the first number. */
  phones: readonly string[];
  whatsapp: string;
  /** The messages of the contact page go to the first email address. */
  emails: readonly string[];
  address: string;
  /** The coordinates of the office, for the map. */
  point: MapPoint | null;
  hours: readonly OfficeHours[];
  holidays: readonly Holiday[];
  /** BOOK-4: a parcel that is booked before this time is picked up on the same day. Written '16:00'. */
  pickupUntil: string;
  social: readonly string[];
  founded: number | null;
  /** `motto` is a large word on the about page, and `mottoText` explains it. The footer shows both in one sentence. */
  motto: string;
  mottoText: string;
  footerLine: string;
  /** The paragraphs of the company's story, separated by empty lines. */
  story: string;
  values: readonly { name: string; text: string }[];
  leaders: readonly { name: string; role: string }[];
  /** The stored picture of the logo. Null if the product's drawn logo is used. */
  logo: string | null;
  colour: string;
  /** The letters before and after the digits of a new tracking code. */
  codeBefore: string;
  codeAfter: string;
  /** States without service: no pickup and no delivery. */
  unserved: readonly StateName[];
  /** COMPANY-7: whether a parcel may be loaded while an amount that is due before delivery is unpaid. */
  unpaidMayLoad: UnpaidMayLoad;
  /** After this number of failed attempts a parcel is returned. */
  attempts: number;
  /** The most cash that a rider may hold, including the amounts to collect on a run, in kobo; 0 means no limit. */
  floatLimitKobo: number;
  /** CASH-10: senders are paid within this many days after the rider has handed in the cash; 0 means no promise. */
  remittanceDays: number;
  /** PROOF-1: what proves a delivery without a PIN. */
  proofRule: ProofSetting;
  /** Goods with a declared value above this amount, in kobo, need the PIN; 0 means that no goods need the PIN. */
  pinValueKobo: number;
  /** PHONE-12: whether a rider must scan a parcel before delivering it. */
  scanFirst: ScanFirst;
  /** CHOICE-1: until when a receiver may change the plan for a day. */
  choicesUntil: ChoicesUntil;
  /** EXC-10: after `shelfDays` in a hub, a piece gets an exception; after `heldDays` if it is held for collection. */
  shelfDays: number;
  heldDays: number;
};

export const SCAN_FIRST_NAMES = { no: "No", yes: "Yes" };
export type ScanFirst = keyof typeof SCAN_FIRST_NAMES;
export const SCAN_FIRST = wordsOf(SCAN_FIRST_NAMES);

export const UNPAID_MAY_LOAD_NAMES = { yes: "Yes", cashier: "Only by a cashier", no: "No" };
export type UnpaidMayLoad = keyof typeof UNPAID_MAY_LOAD_NAMES;
export const UNPAID_MAY_LOAD = wordsOf(UNPAID_MAY_LOAD_NAMES);

export const YELLOW = "#FFC21A";
/** An example of a tracking code, for fields that expect a code. */
export const FIRST_EXAMPLE = "OD12345678NG";

/** The first holidays of a new installation: those with a fixed day, and Easter 2027. Staff add the others. */
const HOLIDAYS: readonly Holiday[] = [
  { day: "01-01", name: "New Year's Day" },
  { day: "05-01", name: "Workers' Day" },
  { day: "06-12", name: "Democracy Day" },
  { day: "10-01", name: "Independence Day" },
  { day: "12-25", name: "Christmas Day" },
  { day: "12-26", name: "Boxing Day" },
  { day: "2027-03-26", name: "Good Friday" },
  { day: "2027-03-29", name: "Easter Monday" },
];

/** The company of a new installation that was started with SEED=none. Facts that only the company knows are empty. */
export const BLANK_COMPANY: Company = {
  name: "Your company",
  shortName: "Courier",
  tagline: "Fast & Reliable Logistics Solutions",
  legalName: "",
  rcNumber: "",
  tin: "",
  licenceNumber: "",
  licenceClass: "",
  licenceUntil: "",
  insurance: "",
  phones: [],
  whatsapp: "",
  emails: [],
  address: "",
  point: null,
  hours: [
    { first: 0, last: 4, opens: "08:00", closes: "18:00" },
    { first: 5, last: 5, opens: "09:00", closes: "15:00" },
  ],
  holidays: HOLIDAYS,
  pickupUntil: "16:00",
  social: [],
  founded: null,
  motto: "",
  mottoText: "",
  footerLine: "",
  story: "",
  values: [],
  leaders: [],
  logo: null,
  colour: YELLOW,
  ...FIRST_LETTERS,
  unserved: [],
  unpaidMayLoad: "yes",
  attempts: 3,
  floatLimitKobo: 0,
  remittanceDays: 0,
  proofRule: "photo",
  pinValueKobo: 10_000_000,
  scanFirst: "no",
  choicesUntil: "loaded",
  shelfDays: 2,
  heldDays: 7,
  ...FIRST_MESSAGE_SETTINGS,
};

/** The company of a new installation that was started without SEED=none. */
export const SAMPLE_COMPANY: Company = {
  ...BLANK_COMPANY,
  name: "Ona Delivery",
  shortName: "Ona",
  phones: ["+2348006622335"],
  whatsapp: "+2348030006622",
  emails: ["hello@onadelivery.example"],
  address: "12 Herbert Macaulay Way, Yaba, Lagos",
  point: { latitude: 6.5095, longitude: 3.3711 },
  social: [
    "https://www.instagram.com/onadelivery",
    "https://www.facebook.com/onadelivery",
    "https://x.com/onadelivery",
  ],
  founded: 2020,
  motto: "ọ̀nà",
  mottoText: "is Yoruba for road, for way, and for how a thing is done. We took it as our name in 2020.",
  footerLine: "ọ̀nà is Yoruba for road. We know ours.",
  story: `Ona Delivery was founded in 2020 with two riders and a borrowed van in Yaba. Traders needed goods in Onitsha by morning; families needed documents in Kano by Friday. The roads were there. What was missing was somebody who would answer for the parcel.

Today we carry across the country, and the idea has not changed: one waybill, one code, and a person who picks up the phone.`,
  values: [
    { name: "Excellence", text: "A late parcel is a broken promise. We count every one." },
    { name: "Trust", text: "Each change of status is recorded, and you can read it." },
    {
      name: "Innovation",
      text: "Booking works on the cheapest phone and the poorest network, because that is where our customers are.",
    },
    { name: "Responsibility", text: "When something goes wrong, we tell you first and correct it." },
  ],
  leaders: [
    { name: "Adaeze Okonkwo", role: "Chief Executive Officer" },
    { name: "Tunde Bakare", role: "Head of Operations" },
    { name: "Halima Sani", role: "Head of Customer Care" },
  ],
};

/** The facts that a company must fill in, each with the words that messages use for it. */
const NEEDED = {
  phones: "a phone number",
  whatsapp: "a WhatsApp number",
  emails: "an email address",
  address: "an address",
  legalName: "the legal name",
  rcNumber: "the RC number",
  licenceNumber: "the courier licence",
} as const satisfies Partial<Record<keyof Company, string>>;

export const missingFacts = (company: Company): string[] => [
  ...(company.name === BLANK_COMPANY.name ? ["the name"] : []),
  ...Object.entries(NEEDED).flatMap(([fact, words]) =>
    company[fact as keyof typeof NEEDED].length === 0 ? [words] : [],
  ),
];

export const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** The facts that every page needs. This record is small, because each page sends it to the browser. */
export type PublicCompany = {
  name: string;
  shortName: string;
  phone: string;
  phoneText: string;
  whatsapp: string;
  email: string;
  address: string;
  footerLine: string;
  hours: readonly string[];
  social: readonly string[];
  /** The URL of the logo. Logo, colour and code example are empty if unchanged since the installation. */
  logo: string;
  colour: string;
  example: string;
  /** COMPANY-6: the served area in words: 'all 36 states and the FCT', or the number of states. */
  served: string;
  /** The courier licence and the insurance in one text. Empty if there is neither. */
  licence: string;
};

/** Writes 'Courier licence NIPOST/12 (National). Insured: Leadway 4711'; empty if there is neither. */
export const licenceText = ({
  licenceNumber,
  licenceClass,
  insurance,
}: Pick<Company, "licenceNumber" | "licenceClass" | "insurance">): string =>
  [
    licenceNumber && `Courier licence ${licenceNumber}${licenceClass ? ` (${licenceClass})` : ""}`,
    insurance && `Insured: ${insurance}`,
  ]
    .filter(Boolean)
    .join(". ");

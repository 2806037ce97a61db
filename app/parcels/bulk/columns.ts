/** BULK-2: finds the booking field of each column, by the usual names of columns. Pure. */

/** The fields that a column can fill: fields of the booking form, and parts of the delivery address. */
export const BULK_FIELDS = {
  receiverName: { label: "Receiver", needed: true },
  receiverPhone: { label: "Phone", needed: true },
  receiverEmail: { label: "Email", needed: false },
  receiverAddress: { label: "Delivery address", needed: true },
  town: { label: "Town", needed: false },
  receiverState: { label: "State", needed: false },
  landmark: { label: "Landmark", needed: false },
  note: { label: "Note for the rider", needed: false },
  taker: { label: "Who else may take it", needed: false },
  packageDescription: { label: "Description", needed: true },
  packageWeight: { label: "Weight (kg)", needed: true },
  pieces: { label: "Pieces", needed: false },
  packageType: { label: "Package type", needed: false },
  deliveryType: { label: "Service", needed: false },
  declaredValue: { label: "Declared value", needed: false },
  collect: { label: "Amount to collect", needed: false },
  paysDelivery: { label: "Who pays", needed: false },
  costCentre: { label: "Cost centre", needed: false },
} as const;
export type BulkField = keyof typeof BULK_FIELDS;
export const isBulkField = (name: string): name is BulkField => Object.hasOwn(BULK_FIELDS, name);

/** The spellings of each field, in lower case without punctuation. The field's label is also a spelling. */
const SPELLINGS: Record<BulkField, string> = {
  receiverName: `receiver, receiver name, receivers name, name, full name, fullname, customer, customer name, consignee,
    consignee name, recipient, recipient name, buyer, buyer name, client, client name, contact name, contact person,
    deliver to, to, name of receiver, name of customer`,
  receiverPhone: `phone, phone no, phone nos, phone number, phone numbers, phone 1, gsm, gsm no, gsm number, mobile, mobile no,
    mobile number, tel, tel no, telephone, telephone no, telephone number, receiver phone, receiver phone no,
    receiver phone number, receivers phone, recipient phone, recipient phone number, customer phone, customer phone number,
    customer phone no, contact, contact no, contact number, contact phone, whatsapp, whatsapp no, whatsapp number, number, line`,
  receiverEmail: `email, e mail, email address, receiver email, customer email, recipient email, mail`,
  receiverAddress: `delivery address, address, receiver address, receivers address, recipient address, customer address,
    full address, street, street address, location, drop off address, dropoff address, destination address, house address,
    shipping address, address 1, address line 1, home address, where to`,
  town: `town, city, area, lga, local government, town city, city town, receiver city, delivery city`,
  receiverState: `state, receiver state, delivery state, destination state, customer state, recipient state, destination,
    state of delivery, region`,
  landmark: `landmark, nearest landmark, bus stop, nearest bus stop, busstop, nearest busstop, closest landmark, close to`,
  note: `note for the rider, note, notes, remark, remarks, instruction, instructions, delivery instruction,
    delivery instructions, comment, comments, delivery note, rider note, extra information, special instructions`,
  taker: `who else may take it, alternative receiver, alternate receiver, second contact, alternative contact, collect by, or`,
  packageDescription: `description, item, items, product, products, product name, content, contents, goods, package, parcel,
    item description, package description, parcel description, product description, order, what, what is inside, package content,
    package contents, item name, description of goods`,
  packageWeight: `weight kg, weight, kg, kgs, weight in kg, weight kgs, wt, wt kg, item weight, package weight, parcel weight,
    total weight, kilogram, kilograms`,
  pieces: `pieces, qty, quantity, pcs, piece, no of pieces, number of pieces, no of items, packs, cartons, no of packages, units,
    parcels, no of parcels`,
  packageType: `package type, type, parcel type, type of package, category, item type, kind`,
  deliveryType: `service, delivery type, service type, speed, delivery service, shipping, shipping method, delivery option, delivery`,
  declaredValue: `declared value, value, item value, worth, insurance value, insured value, value naira, goods value, cover,
    package value, product value`,
  collect: `amount to collect, cod, cod amount, collect, cash on delivery, pay on delivery, pod, pod amount, to collect, amount due,
    amount to be collected, collection, balance, balance to collect, payment on delivery, amount`,
  paysDelivery: `who pays, pays delivery, payer, who pays delivery, delivery paid by, paid by, delivery fee paid by`,
  costCentre: `cost centre, cost center, costcentre, costcenter, department, dept, branch, budget, cost code, project`,
};

/** Simplifies a column's name for comparison: lower-case letters and digits, without currency and 'the'. */
const foldName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’`.]/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\b(?:ngn|naira|the)\b/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const FIELD_OF = new Map<string, BulkField>(
  (Object.entries(SPELLINGS) as [BulkField, string][]).flatMap(([field, names]) =>
    names.split(",").map((name): [string, BulkField] => [foldName(name), field]),
  ),
);

function fieldNamed(name: string): BulkField | null {
  // No known name of a column is longer than 60 characters, so the rest of a long cell is ignored.
  const folded = foldName(name.slice(0, 60));
  return (
    FIELD_OF.get(folded) ??
    FIELD_OF.get(folded.replace(/^(?:receiver|recipient|customer|consignee) /, "")) ??
    null
  );
}

export type BulkColumn = { name: string; field: BulkField | null };

/** Finds the fields of the columns. If two columns name the same field, only the first one gets the field. */
export function columnsOf(cells: readonly string[]): BulkColumn[] {
  const taken = new Set<BulkField>();
  return cells.map((name) => {
    const field = fieldNamed(name);
    if (field === null || taken.has(field)) return { name, field: null };
    taken.add(field);
    return { name, field };
  });
}

export const columnNameCount = (cells: readonly string[]): number =>
  columnsOf(cells).filter(({ field }) => field !== null).length;

/** Returns the labels of the required fields that have no column. */
export const missingColumns = (columns: readonly BulkColumn[]): string[] =>
  (Object.keys(BULK_FIELDS) as BulkField[])
    .filter((field) => BULK_FIELDS[field].needed && !columns.some((column) => column.field === field))
    .map((field) => BULK_FIELDS[field].label);

export const ignoredColumns = (columns: readonly BulkColumn[]): string[] =>
  columns.filter(({ name, field }) => field === null && name !== "").map(({ name }) => name);

/**
 * Banks and wallets in Nigeria to which people are paid. Files of bulk transfers name a bank by its institution code
 * of NIBSS Instant Payments. The codes come from a list of some 900 institutions that NIBSS gives to its members. A
 * person whose bank is not in this table types the bank's name.
 */
type Bank = { name: string; code: string; also?: readonly string[] };

export const BANKS: readonly Bank[] = [
  { name: "Access Bank", code: "000014" },
  { name: "Alternative Bank", code: "000037" },
  { name: "Carbon", code: "100026" },
  { name: "Citibank", code: "000009", also: ["Citi"] },
  { name: "Ecobank", code: "000010" },
  { name: "FairMoney", code: "090551" },
  { name: "Fidelity Bank", code: "000007" },
  { name: "First Bank of Nigeria", code: "000016" },
  { name: "First City Monument Bank (FCMB)", code: "000003", also: ["FCMB"] },
  { name: "Globus Bank", code: "000027" },
  { name: "Guaranty Trust Bank (GTBank)", code: "000013", also: ["GTBank", "GTB"] },
  { name: "Jaiz Bank", code: "000006" },
  { name: "Keystone Bank", code: "000002" },
  { name: "Kuda", code: "090267" },
  { name: "LAPO", code: "090177" },
  { name: "Lotus Bank", code: "000029" },
  { name: "MoMo PSB (MTN)", code: "120003", also: ["MoMo", "MTN MoMo"] },
  { name: "Moniepoint", code: "090405" },
  { name: "9PSB", code: "120001" },
  { name: "OPay", code: "100004" },
  { name: "Optimus Bank", code: "000036" },
  { name: "PalmPay", code: "100033" },
  { name: "Parallex Bank", code: "000030" },
  { name: "Polaris Bank", code: "000008" },
  { name: "PremiumTrust Bank", code: "000031" },
  { name: "Providus Bank", code: "000023" },
  { name: "Signature Bank", code: "000034" },
  { name: "Stanbic IBTC Bank", code: "000012", also: ["Stanbic"] },
  { name: "Standard Chartered Bank", code: "000021" },
  { name: "Sterling Bank", code: "000001" },
  { name: "SunTrust Bank", code: "000022" },
  { name: "TAJBank", code: "000026" },
  { name: "Titan Trust Bank", code: "000025" },
  { name: "Union Bank of Nigeria", code: "000018" },
  { name: "United Bank for Africa (UBA)", code: "000004", also: ["UBA"] },
  { name: "Unity Bank", code: "000011" },
  { name: "VFD (V Bank)", code: "090110", also: ["V Bank"] },
  { name: "Wema Bank (ALAT)", code: "000017", also: ["ALAT"] },
  { name: "Zenith Bank", code: "000015" },
];

/** Returns a short form of a bank's name for comparisons: the same for 'Zenith Bank Plc.' and 'ZENITH (main)'. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\(.*\)|[^a-z0-9 ]/g, "")
    .replace(/bank|\b(?:plc|ltd|limited|nigeria|of|the|microfinance|mfb)\b/g, "")
    .replaceAll(" ", "");

const CODES = new Map(
  BANKS.flatMap(({ name, also = [], code }) => [name, ...also].map((one) => [plain(one), code])),
);

/** Returns the code of a bank whose name is written in any usual way. Null if the bank is not in the list. */
export const bankCode = (name: string): string | null => CODES.get(plain(name)) ?? null;

/**
 * Returns the names to choose from, each bank once. `stored` is the name that was chosen or typed before. It replaces
 * the list's name of the same bank. If the list does not have the bank, `stored` comes first.
 */
export function bankNames(stored: string | null): string[] {
  const names = BANKS.map(({ name }) => name);
  if (!stored) return names;
  const code = bankCode(stored);
  return code ? BANKS.map((bank) => (bank.code === code ? stored : bank.name)) : [stored, ...names];
}

/** Six years in days, with leap days. Names of people in bookings, money and on the road are kept for so long. */
export const SIX_YEARS = 6 * 365 + 2;

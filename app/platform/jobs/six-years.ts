/** Six years in days, with leap days. People's names in bookings, money records and runs are stored for six years. */
export const SIX_YEARS = 6 * 365 + 2;

/** Texts about businesses. Pure. */

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

export const monthName = (month: string): string =>
  `${MONTHS[Number(month.slice(5)) - 1] ?? ""} ${month.slice(0, 4)}`;

export const percentText = (perMille: number): string => `${perMille / 10}%`;

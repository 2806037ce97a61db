import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { PaidParcels } from "./paid-parcels.tsx";

const part = (code: string, paidKobo: number, isReturn = false) => ({
  ...{ code, paidKobo, isReturn },
  grossKobo: paidKobo,
  codFeeKobo: 0,
});
const shown = (parcels: ReturnType<typeof part>[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PaidParcels parcels={parcels} linkOf={(code) => `/track?code=${code}`} />
    </MemoryRouter>,
  );

test("[SETTLE-7] a payout counts a parcel once, however many lines it has", () => {
  const again = [part("A", -970_000), part("A", 970_000), part("A", -110_000, true)];
  expect(shown(again)).toContain("Pays 1 parcel<");
  const two = shown([...again, part("B", 500_000)]);
  expect(two).toContain("Pays 2 parcels<");
  expect(two.match(/<li/g)).toHaveLength(4);
});

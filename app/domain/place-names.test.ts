import { expect, test, vi } from "vitest";

const ADDRESSES = [
  "12 Oron Road, Uyo",
  "5 Allen Avenue, Ikejja",
  "Maiduguri",
  "3 Bompai Road, Kano",
  "Niger Delta",
];
/** Imports the module again. Each import makes a new index. */
async function fresh() {
  vi.resetModules();
  const { prepareIndex } = await import("./place-names.ts");
  const { recognisePlace } = await import("./recognise-place.ts");
  return { prepareIndex, read: () => ADDRESSES.map((address) => recognisePlace(address)) };
}

test("[BOOK-7] an index of places that is made in pieces reads what one made at once does", async () => {
  const atOnce = (await fresh()).read();
  const { prepareIndex, read } = await fresh();
  let pauses = 0;
  await prepareIndex(() => {
    pauses++;
    return Promise.resolve();
  });
  expect(pauses).toBeGreaterThan(20);
  let again = 0;
  await prepareIndex(() => Promise.resolve(void again++));
  expect(again).toBe(0);
  expect(read()).toEqual(atOnce);
  expect(atOnce[0]).toEqual({ kind: "read", state: "Akwa Ibom", town: "Uyo" });
});

test("[BOOK-7] an address that comes between the pieces is read, and no second index is made", async () => {
  const { prepareIndex, read } = await fresh();
  let pauses = 0;
  let between: unknown;
  await prepareIndex(() => {
    if (++pauses === 10) between = read()[0];
    return Promise.resolve();
  });
  expect(pauses).toBe(10);
  expect(between).toEqual({ kind: "read", state: "Akwa Ibom", town: "Uyo" });
});

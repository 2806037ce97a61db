/** Pickups, parcels without a booking, and hand-overs between riders, on the rider's phone. */
import { afterEach, expect, test, vi } from "vitest";
import type { Page } from "playwright-core";
import { drawSticker } from "../../app/domain/piece-code.ts";
import type { Deed } from "../../app/road/deeds/protocol.ts";
import type { DayPiece, DayRun } from "../../app/road/deeds/rider-day.ts";
import { openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { parcel, riderDay, run, stopOf, uuid } from "../fixtures/rider-days.ts";
import { beginShift, button, doneText, notDelivered, sentText } from "../fixtures/rider-page.ts";
import { riderServer, type RiderServer } from "../fixtures/rider-server.ts";

const product = await closedAfterAll(openProduct());
let opened: Page | null = null;
afterEach(async () => {
  await opened?.context().close();
  opened = null;
});

let drawn = 1;
const sticker = () => drawSticker((below) => (drawn = (drawn * 7 + 3) % 1009) % below);
async function at(server: RiderServer): Promise<Page> {
  opened = await product.person({ size: PHONE });
  await beginShift(opened, server);
  return opened;
}
const dids = (server: RiderServer) => [...server.deeds.values()].map(({ did }: Deed) => did);

test("[PHONE-13] a pickup is counted, a code is stuck where there is no label, and the sender pays the delivery", async () => {
  const parcels = [parcel(1, { deliveryKobo: 250_000 }), parcel(2, { of: 3 })];
  const server = riderServer(riderDay(0, { runs: [run([stopOf(1, parcels)], { kind: "pickup" })] }));
  const page = await at(server);
  server.network = "none";
  await button(page, "All 4 here").click();
  await button(page, "One piece less of OD 4821 0002 NG").click();
  await page.getByText("Booked: 3 pieces. The desk asks the sender.").waitFor();
  await button(page, /₦2,500 cash taken/).click();
  await button(page, "No label: stick a code").click();
  const code = sticker();
  await page.getByLabel("Or type its code").fill("PS-nonsense");
  await button(page, "Add").click();
  await page.getByText("That is no code of a sticker.").waitFor();
  await page.getByLabel("Or type its code").fill(code);
  await button(page, "Add").click();
  await page.getByText(`has ${code}`).waitFor();
  await button(page, "Picked up").click();
  await vi.waitFor(async () => expect(await doneText(page)).toBe("3 of 4 pieces done"));
  server.network = "good";
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await vi.waitFor(async () => expect(await sentText(page)).toBe("All sent"));
  expect(dids(server)).toMatchObject([
    {
      kind: "picked_up",
      pieces: [uuid(3, 101), uuid(3, 201), uuid(3, 202)],
      counted: [{ booking: uuid(2, 2), pieces: 2 }],
      stickers: [{ piece: uuid(3, 101), sticker: code }],
      took: [{ booking: uuid(2, 1), takenKobo: 250_000, method: "cash" }],
    },
  ]);
});

test("[PHONE-13] a parcel that nobody booked gets a sticker, and what the desk needs to complete it", async () => {
  const server = riderServer(riderDay(2));
  const page = await at(server);
  await button(page, "More").click();
  await button(page, "Pick up a new parcel").click();
  const code = sticker();
  await page.getByLabel("Or type its code").fill(code);
  await button(page, "Add").click();
  const texts = {
    "Sender's name": "Ngozi Eze",
    "Sender's phone": "08031234567",
    "Receiver's name": "Bola Ade",
    "Receiver's phone": "08039876543",
    "Street and landmark": "5 Marina, opposite the church",
    "Weight in kg": "2.5",
    "Cash taken": "2500",
  };
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
  expect(await button(page, "Picked up").isDisabled()).toBe(true);
  await page.getByLabel("From state").selectOption("Lagos");
  await page.getByLabel("To state").selectOption("Kano");
  await page.getByText("The desk tells the sender the price.").waitFor();
  await button(page, "Picked up").click();
  await vi.waitFor(() => expect(server.deeds.size).toBe(1));
  expect(dids(server)).toEqual([
    {
      kind: "picked_up_unbooked",
      sticker: code,
      sender: { name: "Ngozi Eze", phone: "08031234567" },
      receiver: { name: "Bola Ade", phone: "08039876543", place: "5 Marina, opposite the church, Kano" },
      kg: 2.5,
      pieces: 1,
      takenKobo: 250_000,
      note: "",
    },
  ]);
});

test("[PHONE-13] from rider to rider each side says its own, and keeps it until both agree", async () => {
  const stops = [stopOf(1, [parcel(1)]), stopOf(2, [parcel(2)])];
  const server = riderServer(riderDay(0, { runs: [run(stops)] }));
  const page = await at(server);
  await button(page, "More").click();
  await button(page, "With another rider").click();
  await button(page, "Hand over").click();
  await page.getByRole("combobox").selectOption("Tunde Alabi");
  await button(page, /OD 4821 0001 NG/).click();
  await button(page, "Handed over: 1 piece").click();
  await page.getByText("1 piece: waiting for Tunde Alabi.").waitFor();
  await button(page, "Take over").click();
  await page.getByRole("combobox").selectOption("Tunde Alabi");
  await page.getByLabel("Or type the code").fill("OD48210777NG");
  await button(page, "Add").click();
  await button(page, "Taken over: 1 piece").click();
  await vi.waitFor(() => expect(server.deeds.size).toBe(2));
  expect(dids(server)).toEqual([
    { kind: "handed_to_rider", rider: uuid(6, 2), pieces: [uuid(3, 101)] },
    { kind: "received_from_rider", rider: uuid(6, 2), pieces: ["OD48210777NG"] },
  ]);
  // Once both riders have confirmed the two hand-overs, the server's data shows the change: one parcel has left this
  // rider's run, and another one has joined it.
  const moved = { piece: uuid(3, 101), code: "OD48210001NG", why: "moved" as const };
  server.day = riderDay(0, {
    runs: [
      run([stops[1]!, stopOf(3, [parcel(567), parcel(777, { code: "OD48210777NG" })])], { gone: [moved] }),
    ],
  });
  server.day.runs[0]!.stops[1]!.parcels[1]!.pieces[0]!.code = "OD48210777NG";
  await page.goBack();
  await page.goBack();
  await notDelivered(page, "Nobody home");
  await button(page, "More").click();
  await button(page, "With another rider").click();
  await vi.waitFor(async () => expect(await page.getByText("1 piece: both say so.").count()).toBe(2));
});

test("[BOOK-27] a pickup that its sender cancels leaves the phone, and phone and open screen say who took it off", async () => {
  const [first, second, third] = [parcel(1), parcel(2), parcel(3)];
  const dayOf = (parcels: (typeof first)[], gone: DayRun["gone"], version: number) =>
    riderDay(0, {
      runs: [
        run(
          parcels.map((one) => stopOf(Number(one.code.slice(-3, -2)), [one])),
          { kind: "pickup", gone, version },
        ),
      ],
    });
  const goneOf = ({ pieces: [piece], code }: typeof first, cancelled: boolean) => ({
    ...{ piece: piece!.piece, code, why: "removed" as const },
    ...(cancelled && { cancelled }),
  });
  const server = riderServer(dayOf([first, second, third], [], 1));
  const page = await at(server);
  await button(page, "Picked up").click();
  await page.getByRole("heading", { name: "Picked up: 1 piece" }).waitFor();
  server.day = dayOf([second, third], [goneOf(first, true)], 2);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByText("The sender cancelled it. Leave the parcel with the sender.").waitFor();
  await button(page, "Back").click();
  await page.getByText("The sender cancelled 1 piece").waitFor();
  expect(await page.getByText("The desk took").count()).toBe(0);
  server.day = dayOf([third], [goneOf(first, true), goneOf(second, false)], 3);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByText("The desk took 1 piece off your run").waitFor();
  await page.getByText("The sender cancelled 1 piece").waitFor();
});

test("[DEED-10] 'Not picked up' is the rider's own entry, also once the server has it: it can be undone, and nothing goes back to the hub", async () => {
  const [first, second] = [parcel(1), parcel(2)];
  const dayOf = (done: DayPiece["done"], version: number) => {
    const own = { ...first, pieces: first.pieces.map((piece) => ({ ...piece, done })) };
    return riderDay(0, {
      runs: [run([stopOf(1, [own]), stopOf(2, [second])], { kind: "pickup", version })],
    });
  };
  const server = riderServer(dayOf(null, 1));
  const page = await at(server);
  await button(page, "Not picked up").click();
  await button(page, "Nobody home").click();
  await button(page, "Not picked up").click();
  await vi.waitFor(() => expect(server.deeds.size).toBe(1));
  server.day = dayOf("attempted", 2);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByText("Not picked up: Nobody home").waitFor();
  await page.getByText("1 of 2 pieces done").waitFor();
  expect(await page.getByText("The desk took").count()).toBe(0);
  await button(page, "More").click();
  expect(await button(page, "Hand in at the hub").count()).toBe(0);
  await page.goBack();
  await button(page, "Undo").click();
  await page.getByText("0 of 2 pieces done").waitFor();
  await vi.waitFor(() => expect(dids(server).map(({ kind }) => kind)).toEqual(["attempted", "undo"]));
});

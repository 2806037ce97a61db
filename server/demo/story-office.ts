/** The demo's hubs, riders, phones and partner, made by the product's operations. */
import { eq } from "drizzle-orm";
import type { Admin, Rider } from "../../app/access/actor.ts";
import { riderOf } from "../../app/access/author.server.ts";
import { DEMO_PHONES } from "../../app/domain/demo-people.ts";
import { partners, riderDevices } from "../../app/platform/db/schema.ts";
import { hashToken } from "../../app/platform/tokens.server.ts";
import { createHub } from "../../app/road/hubs/change-hub.server.ts";
import { createPartner } from "../../app/road/riders/change-partner.server.ts";
import { createRider } from "../../app/road/riders/change-rider.server.ts";
import { enrolPhone } from "../../app/road/devices/enrol.server.ts";
import { showEnrolment } from "../../app/road/devices/enrolment.server.ts";
import { HUB_CODES, HUBS, type StoryHubCode } from "./story-hubs.ts";
import { HERE, type Story } from "./story.ts";

const HOURS = "Mon-Fri 8:00-18:00\nSat 9:00-15:00";

const RIDERS = {
  chidi: ["Chidi Okafor", "IKJ"],
  etim: ["Blessing Etim", "IKJ"],
  yusuf: ["Yusuf Garba", "ABJ"],
  bello: ["Musa Bello", "KAN"],
  segun: ["Segun Alade", "IBD"],
  ibiso: ["Ibiso George", "PHC"],
  emeka: ["Emeka Obi", "ONI"],
  dare: ["Dare Cole", "IKJ"],
} as const satisfies Record<string, readonly [string, StoryHubCode]>;
export type RiderKey = keyof typeof RIDERS;

export type StoryOffice = {
  hubs: Record<StoryHubCode, string>;
  riders: Record<RiderKey, Rider>;
  bus: string;
};

/** The rider who delivers for each hub. */
export const DELIVERS: Record<StoryHubCode, RiderKey> = {
  ...{ IKJ: "chidi", IBD: "segun", ABJ: "yusuf", KAN: "bello", PHC: "ibiso", ONI: "emeka" },
};
export const PICKS_UP: Record<StoryHubCode, RiderKey> = { ...DELIVERS, IKJ: "etim" };

export async function openOffice(story: Story, boss: Admin): Promise<StoryOffice> {
  const hubIds = {} as StoryOffice["hubs"];
  for (const [place, code] of HUB_CODES.entries()) {
    const [name, address, areas] = HUBS[code];
    const phone = `+234800662030${place}`;
    const hub = { code, name, address, areas, phone, hours: HOURS, state: code === "ABJ" ? "FCT" : "" };
    hubIds[code] = (await story.do(createHub, boss, hub)).id;
  }
  const riders = {} as StoryOffice["riders"];
  for (const [place, [key, [name, hub]]] of Object.entries(RIDERS).entries()) {
    const phone = key === "yusuf" ? DEMO_PHONES.rider : `+2348006620${330 + place}`;
    const { id } = await story.do(createRider, boss, { name, phone, hub: hubIds[hub] });
    const deviceId = await enrol(story, boss, id);
    riders[key as RiderKey] = riderOf("", { id, name, hubId: hubIds[hub], deviceId });
  }
  await story.do(createPartner, boss, { company: "Coastline Motors", phone: "+2348006620320" });
  const [bus] = await story.services.db.select({ id: partners.id }).from(partners);
  return { hubs: hubIds, riders, bus: bus!.id };
}

/** Enrols a phone for a rider, by the steps of the office and of the rider. Returns the id of the device. */
async function enrol(story: Story, boss: Admin, riderId: string): Promise<string> {
  const { secret } = await story.do(showEnrolment, boss, { id: riderId });
  const phone = { session: HERE, agent: "Android, Chrome", deviceToken: null };
  const { token } = await story.do(enrolPhone, phone, { code: secret });
  const [device] = await story.services.db
    .select({ id: riderDevices.id })
    .from(riderDevices)
    .where(eq(riderDevices.tokenHash, hashToken(token)));
  return device!.id;
}

/** The hubs, riders and the transport partner of the demo. Their phone numbers are not assigned to anybody. */
import type { StateName } from "../../app/domain/states.ts";
import type { Tx } from "../../app/platform/db/client.server.ts";
import { hubAreas, hubs, partners, riders } from "../../app/platform/db/schema.ts";

type Hub = { name: string; town: string; state: StateName; address: string; areas: [StateName, string?][] };

/** The hubs by code. No hub delivers to Borno and Yobe, so dispatch has to choose a hub for their bookings. */
const HUBS = {
  IKJ: {
    name: "Ikeja",
    town: "Ikeja",
    state: "Lagos",
    address: "22 Oba Akran Avenue, Ikeja, Lagos",
    areas: [["Lagos"], ["Ogun"]],
  },
  IBD: {
    name: "Ibadan",
    town: "Ibadan",
    state: "Oyo",
    address: "8 Iwo Road, Ibadan, Oyo",
    areas: [["Oyo"], ["Osun"], ["Ondo"], ["Ekiti"], ["Kwara"]],
  },
  ABJ: {
    name: "Abuja",
    town: "Wuse",
    state: "FCT",
    address: "5 Herbert Macaulay Way, Wuse, Abuja",
    areas: [["FCT"], ["Nasarawa"], ["Niger"], ["Kogi"], ["Benue"], ["Plateau"]],
  },
  KAN: {
    name: "Kano",
    town: "Kano",
    state: "Kano",
    address: "31 Murtala Mohammed Way, Kano",
    areas: [["Kano"], ["Kaduna"], ["Jigawa"], ["Katsina"], ["Zamfara"], ["Sokoto"], ["Kebbi"], ["Bauchi"]],
  },
  PHC: {
    name: "Port Harcourt",
    town: "Port Harcourt",
    state: "Rivers",
    address: "17 Trans Amadi Road, Port Harcourt, Rivers",
    areas: [["Rivers"], ["Bayelsa"], ["Akwa Ibom"], ["Cross River"], ["Abia"]],
  },
  ONI: {
    name: "Onitsha",
    town: "Onitsha",
    state: "Anambra",
    address: "40 Oguta Road, Onitsha, Anambra",
    areas: [["Anambra"], ["Enugu"], ["Imo"], ["Ebonyi"], ["Delta"], ["Edo"]],
  },
} as const satisfies Record<string, Hub>;
export type HubCode = keyof typeof HUBS;

const RIDERS = {
  chidi: ["Chidi Okafor", "IKJ"],
  blessing: ["Blessing Etim", "IKJ"],
  yusuf: ["Yusuf Garba", "ABJ"],
  musa: ["Musa Bello", "KAN"],
} as const;
export type RiderKey = keyof typeof RIDERS;

export type RoadIds = {
  hubs: Record<HubCode, string>;
  riders: Record<RiderKey, string>;
  partner: string;
};

/** Adds the hubs, riders and partner. Returns their ids. */
export async function addSampleHubs(tx: Tx, at: Date): Promise<RoadIds> {
  const hubIds = {} as RoadIds["hubs"];
  for (const [place, [code, { areas, ...hub }]] of Object.entries(HUBS).entries()) {
    const [row] = await tx
      .insert(hubs)
      .values({
        ...hub,
        code,
        phone: `+234800662030${place}`,
        hours: "Mon-Fri 8:00-18:00\nSat 9:00-15:00",
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: hubs.id });
    hubIds[code as HubCode] = row!.id;
    await tx.insert(hubAreas).values(areas.map(([state]) => ({ hubId: row!.id, state })));
  }
  const riderIds = {} as RoadIds["riders"];
  for (const [place, [key, [name, hub]]] of Object.entries(RIDERS).entries()) {
    const [row] = await tx
      .insert(riders)
      .values({ name, phone: `+234800662031${place}`, hubId: hubIds[hub], createdAt: at, updatedAt: at })
      .returning({ id: riders.id });
    riderIds[key as RiderKey] = row!.id;
  }
  const [partner] = await tx
    .insert(partners)
    .values({ company: "Coastline Motors", phone: "+2348006620320", createdAt: at, updatedAt: at })
    .returning({ id: partners.id });
  return { hubs: hubIds, riders: riderIds, partner: partner!.id };
}

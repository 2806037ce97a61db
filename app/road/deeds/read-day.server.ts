/** DEED-3: reads `RiderDay`, the data for a rider's phone. It has only runs that are sealed or out. */
import { and, asc, eq, isNull, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Rider } from "../../access/actor.ts";
import { PAPER_NAMES } from "../../domain/rider-papers.ts";
import { cashOf } from "../../money/cash-ledger/cash-account.server.ts";
import { readCompanyAccount } from "../../money/payments/company-account.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { hubs, riderDevices, riderPapers, riders, runs } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { regularOfRun } from "../runs/regular-stops.server.ts";
import { PROTOCOL } from "./protocol.ts";
import { readStops } from "./read-stops.server.ts";
import type { DayRun, RiderPaper, RegularStop, RiderDay } from "./rider-day.ts";
import { onTheWay } from "./batch-facts.server.ts";

const toHubs = alias(hubs, "to_hubs");
const HUB = { id: hubs.id, name: hubs.name, code: hubs.code };

/** Returns the `RiderDay` of a rider, for the rider's own phone during a shift. */
export async function readDay(services: Services, rider: Rider, shiftEnds: Date): Promise<RiderDay> {
  const { db, now, version: build, online } = services;
  const [company, account, [hub], colleagues, places, dayRuns, papers, cash, [device]] = await Promise.all([
    services.company(),
    readCompanyAccount(db),
    db
      .select({ ...HUB, phone: hubs.phone })
      .from(hubs)
      .where(eq(hubs.id, rider.hubId)),
    db
      .select({ id: riders.id, name: riders.name })
      .from(riders)
      .where(and(eq(riders.hubId, rider.hubId), ne(riders.id, rider.id), isNull(riders.leftAt)))
      .orderBy(asc(riders.name), asc(riders.id)),
    db.select(HUB).from(hubs).where(eq(hubs.active, true)).orderBy(asc(hubs.name)),
    readRuns(services, rider.id),
    readPapers(db, rider.id),
    cashOf(db, { kind: "rider", id: rider.id }),
    db
      .select({ consentAt: riderDevices.positionConsentAt })
      .from(riderDevices)
      .where(eq(riderDevices.id, rider.deviceId)),
  ]);
  return {
    protocol: PROTOCOL,
    serverTime: now().getTime(),
    build,
    shiftEnds: shiftEnds.getTime(),
    device: rider.deviceId,
    rider: { id: rider.id, name: rider.name },
    position: (device?.consentAt ?? null) !== null,
    hub: hub!,
    company: {
      name: company.name,
      phone: company.phones[0] ?? null,
      account: account && {
        bank: account.bank,
        number: account.accountNumber,
        name: account.accountName,
      },
      onlineTransfer: online !== null,
    },
    balanceKobo: cash.balanceKobo,
    scanFirst: company.scanFirst === "yes",
    riders: colleagues,
    hubs: places,
    runs: dayRuns,
    papers,
  };
}

async function readRuns(services: Services, riderId: string): Promise<DayRun[]> {
  const rows = await services.db
    .select({ run: runs, toHub: { id: toHubs.id, name: toHubs.name, code: toHubs.code } })
    .from(runs)
    .leftJoin(toHubs, eq(toHubs.id, runs.toHubId))
    .where(onTheWay([riderId]))
    .orderBy(asc(runs.day), asc(runs.sealedAt), asc(runs.id));
  return Promise.all(
    rows.map(async ({ run, toHub }) => ({
      id: run.id,
      name: run.name,
      version: run.version,
      kind: run.kind,
      state: run.state,
      day: run.day,
      sealedAt: (run.sealedAt ?? run.createdAt).getTime(),
      toHub,
      ...(await readStops(services, run)),
      regular: run.kind === "pickup" ? await readRegular(services.db, run.id) : [],
    })),
  );
}

async function readRegular(db: Pick<Db, "select">, runId: string): Promise<RegularStop[]> {
  const rows = await regularOfRun(db, runId);
  return rows.map(({ id, name, phone, address, town, state, note, fromTime, untilTime, taken }) => ({
    ...{ id, name, phone, address, town, state, note },
    window: `${fromTime} to ${untilTime}`,
    visited: taken === null ? null : { taken },
  }));
}

async function readPapers(db: Pick<Db, "select">, riderId: string): Promise<RiderPaper[]> {
  const rows = await db
    .select()
    .from(riderPapers)
    .where(eq(riderPapers.riderId, riderId))
    .orderBy(asc(riderPapers.kind), asc(riderPapers.addedAt));
  return rows.map(({ id, kind, addedAt }) => ({
    id,
    kind,
    name: PAPER_NAMES[kind],
    addedAt: addedAt.getTime(),
    url: `/rider/papers/${id}`,
  }));
}

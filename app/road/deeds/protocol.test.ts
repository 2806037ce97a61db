/** The requests of phones with this release, the release before it, and the next release. */
import { expect, test } from "vitest";
import { sentSchema } from "./deed-schema.ts";
import fixture from "./protocol-fixture.json" with { type: "json" };
import { OLDEST_PROTOCOL, PROTOCOL } from "./protocol.ts";
import { isTooOld, readDeed } from "./read-deed.ts";

/** The requests of phones in each version. A released version is never removed or changed. */
const versions: Record<string, { protocol: number; deeds: unknown[] }> = fixture;
const latest = versions[PROTOCOL]!;
const deed = latest.deeds[0] as Record<string, unknown> & { did: object };

test("[DEED-1] this version has its fixture, and each that is still taken is read to the last field", () => {
  for (let v = OLDEST_PROTOCOL; v <= PROTOCOL; v++) {
    const sent = sentSchema.parse(versions[v]);
    expect(sent.deeds).not.toHaveLength(0);
    for (const one of sent.deeds) expect(readDeed(one)).toMatchObject({ is: "deed" });
  }
  expect(latest.deeds.map(readDeed)).toEqual(latest.deeds.map((one) => ({ is: "deed", deed: one })));
});

test("[DEED-1] a phone that is one version newer: what is known is taken, what is not waits there", () => {
  const newer = { ...deed, v: PROTOCOL + 1, more: true, did: { ...deed.did, weather: "rain" } };
  expect(readDeed(newer)).toMatchObject({ is: "deed", deed: { id: deed["id"] } });
  expect(readDeed({ ...newer, did: { kind: "left_with_neighbour", pieces: [] } })).toEqual({
    is: "wait",
    id: deed["id"],
  });
  expect(isTooOld(PROTOCOL + 1)).toBe(false);
  expect(isTooOld(OLDEST_PROTOCOL)).toBe(false);
  expect(isTooOld(OLDEST_PROTOCOL - 1)).toBe(true);
});

test("[DEED-1] a deed of today whose inside is broken is kept as it came, and one without an id is named", () => {
  expect(readDeed({ ...deed, did: { kind: "delivered", pieces: [] } })).toMatchObject({
    is: "unclear",
    envelope: { id: deed["id"], did: { kind: "delivered", pieces: [] } },
    flag: "not_understood",
  });
  expect(readDeed({ ...deed, seq: "three" })).toEqual({ is: "nothing", id: deed["id"] });
  expect(readDeed(null)).toEqual({ is: "nothing", id: "" });
});

test("[DEED-1] what is only beside a deed never costs it: a long note, a wrong position, an odd PIN", () => {
  const odd = {
    ...deed,
    run: "none",
    known: { at: "soon" },
    did: {
      ...deed.did,
      note: "x".repeat(1000),
      proof: { pin: "12", noPin: "?", name: "A", pictures: [{ id: "no" }], position: { lat: 1000 } },
    },
  };
  expect(readDeed(odd)).toMatchObject({
    is: "deed",
    deed: {
      run: null,
      known: null,
      did: { note: "x".repeat(200), proof: { pin: null, name: "A", pictures: [], position: null } },
    },
  });
});

/** Phones, dispatch, takeovers and revocations in random order, compared with a recount of the ledgers. */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { wrongActs } from "../../../test/fixtures/act-recount.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { LONG, note, roadSeeds, times } from "../../../test/fixtures/long.ts";
import { Interleavings } from "../../../test/fixtures/phone-interleavings.ts";
import { recountRoad } from "../../../test/fixtures/road.ts";
import { makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";

const { opened } = await fileServices({ limitsFactor: 1_000_000 });
/** The ledgers are recounted once in this many rounds, because a recount reads all of them. */
const COUNTED_EVERY = times(20, 100);

test(
  "[DEED-5] [DEED-10] in any order of deeds, the desk's changes, takeovers and revocations no deed is lost or doubled",
  async () => {
    const world = new Interleavings(opened, await makeRunDesk(opened));
    const seeds = roadSeeds(40, 1000);
    for (let seed = 1; seed <= seeds; seed++) {
      expect(await world.one(seed), `seed ${seed}`).toEqual([]);
      if (seed % COUNTED_EVERY > 0 && seed < seeds) continue;
      expect(await recountRoad(opened), `counted after seed ${seed}`).toEqual([]);
      expect(await wrongCash(opened.services.db), `cash after seed ${seed}`).toEqual([]);
      expect(await wrongActs(opened.services.db), `acts after seed ${seed}`).toEqual([]);
    }
    // Each kind of deed was accepted at least once without a flag. The flag for a missing proof is ignored, because the
    // phones of this test give no proof.
    const { rows } = await opened.services.db.execute<{ kind: string }>(
      sql`select kind from rider_deeds where flags <@ '{proof_missing}' group by kind order by kind`,
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      "attempted",
      "corrected",
      "delivered",
      "handed_to_hub",
      "handed_to_rider",
      "received_from_rider",
      "undo",
    ]);
    if (LONG) note("phones and the desk in any order", { seeds });
  },
  4 * 3_600_000,
);

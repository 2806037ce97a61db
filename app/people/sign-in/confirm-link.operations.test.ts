import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import * as links from "../../../test/fixtures/links.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookings } from "../../platform/db/schema.ts";
import { linkReferral } from "../profile/link-referral.server.ts";
import { linkConfirmation } from "./confirm-link.server.ts";
import { completeProfile } from "../profile/profiles.server.ts";
import type { Customer } from "../../access/actor.ts";

const { opened } = await fileServices();

let email: string;
const { ask, confirm, personOf, customerOf: customer } = links.linksOf(opened, (next) => (email = next));

describe("signing in", () => {
  test("makes the profile, verified, with a readable code", async () => {
    const confirmed = await confirm(await ask({ email: email.toUpperCase() }));
    expect(confirmed).toMatchObject({ ok: true, goTo: "/complete-profile" });
    const person = (await personOf(email))!;
    expect(person.emailVerifiedAt).toEqual(opened.clock.now());
    expect(person.referralCode).toMatch(/^[ACDEFGHJKMNPQRTWXY34679]{6}$/);
    await confirm(await ask());
    expect((await personOf(email))!.referralCode).toBe(person.referralCode);
  });

  test("draws another code when one is taken", async () => {
    const drawn = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
    const services = { ...opened.services, randomInt: () => drawn.shift() ?? 2 };
    for (const address of [`a${email}`, `b${email}`]) {
      expect(
        (await linkConfirmation()(services, links.nobody, { code: await ask({ email: address }) })).ok,
      ).toBe(true);
    }
    expect((await personOf(`a${email}`))!.referralCode).toBe("AAAAAA");
    expect((await personOf(`b${email}`))!.referralCode).toBe("CCCCCC");
  });

  test("[LINK-7] joins the guest bookings of the verified address, whatever its case, and no others", async () => {
    const mine = await bookOne(opened, { senderEmail: email.toUpperCase() });
    const foreign = await bookOne(opened, { senderEmail: `x${email}` });
    const another = `y${email}`;
    await confirm(await ask({ email: another }));
    const anothers = await bookOne(opened, { senderEmail: email }, await customer(another));
    await confirm(await ask());
    const { id } = (await personOf(email))!;
    const owner = async (delivery: string) => {
      const [row] = await opened.services.db.select().from(bookings).where(eq(bookings.id, delivery));
      return row!.customerId;
    };
    expect(await owner(mine.id)).toBe(id);
    expect(await owner(foreign.id)).toBeNull();
    expect(await owner(anothers.id)).toBe((await personOf(another))!.id);
    const later = await bookOne(opened, { senderEmail: email });
    expect(await owner(later.id)).toBeNull();
    await confirm(await ask());
    expect(await owner(later.id)).toBe(id);
  });

  test.each([
    ["//evil.example", "/profile"],
    ["\\\\evil.example", "/profile"],
    ["javascript:alert(1)", "/profile"],
    ["/book?x=1", "/book?x=1"],
  ])("with next %s goes to %s", async (next, goTo) => {
    await confirm(await ask());
    await completeProfile(opened.services, await customer(email), {
      firstName: "Ada",
      lastName: "",
      phone: "08031234567",
      referralCode: "",
      next: "",
    });
    expect(await confirm(await ask({ next }))).toMatchObject({ ok: true, goTo });
  });
});

describe("a referral", () => {
  async function newcomer(address: string): Promise<Customer> {
    await confirm(await ask({ email: address }));
    return customer(address);
  }
  const rows = async (id: string) =>
    (await opened.services.db.execute(sql`select status from referrals where referred_id = ${id}`)).rows;

  test("[REFER-1] is completed once, even when two tabs race for two codes", async () => {
    const [one, two] = [await newcomer(`one-${email}`), await newcomer(`two-${email}`)];
    const me = await newcomer(email);
    const codes = [one.person.referralCode!, ` ${two.person.referralCode!.toLowerCase()} `];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => linkReferral(opened.services, me, codes[n % 2]!)),
    );
    expect(answers.filter((answer) => answer === "linked")).toHaveLength(1);
    expect(await rows(me.person.id)).toEqual([{ status: "completed" }]);
  });

  test("[REFER-1] goes one way: of two who enter each other's codes, at once or later, one is referred", async () => {
    for (const turn of [1, 2, 3]) {
      const [one, two] = [await newcomer(`a${turn}-${email}`), await newcomer(`b${turn}-${email}`)];
      const link = (who: Customer, by: Customer) =>
        linkReferral(opened.services, who, by.person.referralCode!);
      const answers = await Promise.all([link(one, two), link(two, one)]);
      expect(answers.toSorted()).toEqual(["already", "linked"]);
      expect(await link(one, two)).toBe("already");
      expect(await link(two, one)).toBe("already");
      const of = [...(await rows(one.person.id)), ...(await rows(two.person.id))];
      expect(of).toEqual([{ status: "completed" }]);
    }
  });

  test("[REFER-1] by one's own code is refused; by nobody's code it does not block the profile", async () => {
    const me = await newcomer(email);
    const input = {
      firstName: "Ada",
      lastName: "",
      phone: "0803 123 4567",
      referralCode: me.person.referralCode!,
      next: "",
    };
    expect(await completeProfile(opened.services, me, input)).toMatchObject({ ok: false });
    expect(await completeProfile(opened.services, me, { ...input, referralCode: "NOBODY" })).toEqual({
      ok: true,
      referral: "unknown",
    });
    expect(await rows(me.person.id)).toEqual([]);
    expect(await personOf(email)).toMatchObject({ fullName: "Ada", phone: "+2348031234567", lastName: null });
  });
});

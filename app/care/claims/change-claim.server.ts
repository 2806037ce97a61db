/** CLAIM-2: changes a claim's owner, adds the team's notes, and marks a claim that waits for the customer. */
import { staff } from "../../access/by.server.ts";
import { listTeam } from "../../access/colleagues.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { giveForm } from "../exceptions/exception-forms.ts";
import { claimForm, waitForm, wordsForm } from "./claim-forms.ts";
import { changeClaim, claimTopics, lockClaim } from "./lock-claim.server.ts";
import { refuse } from "./messages.ts";

const LOG = "update_claim";

const ofClaim = { by: staff("handleClaims"), on: lockClaim, publish: claimTopics };

export const takeClaim = operation({
  ...ofClaim,
  name: "claims.take",
  input: claimForm,
  run: async (work, _, claim) => {
    const { memberId, person } = work.actor;
    const name = person.fullName ?? person.email;
    await changeClaim(
      work,
      claim,
      { ownerId: memberId },
      { kind: "given", words: name },
      { action: LOG, did: "taken" },
    );
    return { ok: true, code: claim.booking.code };
  },
});

/** Assigns a claim to a colleague, or removes the owner. Refuses a person who may not work on claims. */
export const giveClaim = operation({
  ...ofClaim,
  name: "claims.give",
  input: giveForm,
  run: async (work, { ownerId }, claim) => {
    const owner = ownerId && (await listTeam(work.tx, "handleClaims")).find(({ id }) => id === ownerId);
    if (ownerId && !owner) return refuse("invalid", "left_the_team");
    const name = owner ? owner.name : null;
    const did = name ? `given to ${name}` : "given back";
    await changeClaim(
      work,
      claim,
      { ownerId },
      { kind: "given", words: name ?? "Nobody" },
      { action: LOG, did },
    );
    return { ok: true, to: name, code: claim.booking.code };
  },
});

/** Adds the team's note to a claim. The activity log gets a row without the note's text. */
export const noteClaim = operation({
  ...ofClaim,
  name: "claims.note",
  input: wordsForm,
  run: async (work, { words }, claim) => {
    await changeClaim(work, claim, {}, { kind: "noted", words }, { action: LOG, did: "note added" });
    return { ok: true };
  },
});

/** Records what the team asked the customer. The claim then waits for the reply. Its time limit stays the same. */
export const waitForCustomer = operation({
  ...ofClaim,
  name: "claims.wait",
  input: waitForm,
  run: async (work, { asked }, claim) => {
    if (claim.decidedAt) return refuse("conflict", "not_open");
    const did = "waits for the customer";
    await changeClaim(
      work,
      claim,
      { state: "waiting" },
      { kind: "waiting", words: asked },
      { action: LOG, did },
    );
    return { ok: true };
  },
});

export const reopenClaim = operation({
  ...ofClaim,
  name: "claims.reopen",
  input: wordsForm,
  run: async (work, { words }, claim) => {
    if (claim.state !== "waiting") return refuse("conflict", "not_waiting");
    await changeClaim(
      work,
      claim,
      { state: "open" },
      { kind: "reopened", words },
      { action: LOG, did: "open again" },
    );
    return { ok: true };
  },
});

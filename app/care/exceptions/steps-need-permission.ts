/** CASH-9, DEED-13: who may take the steps of an exception. Pure. */
import type { Permission } from "../../access/permissions.ts";
import type { ExceptionKind } from "../../domain/exception-kinds.ts";

/** The steps of these kinds need another permission than `closeExceptions` (CASH-9, DEED-13). */
export const STEPS_NEED_PERMISSION: Partial<Record<ExceptionKind, Permission>> = {
  transfer_to_confirm: "recordPayments",
  unconfirmed_claim: "confirmTold",
};

/** CASH-2: the form field with the holder of the cash: 'rider:<id>', 'hub:<id>', or empty for no cash account. */
import * as z from "zod";
import { CASH_HOLDERS, type CashHolder } from "../../domain/cash.ts";
import { isUuid } from "../../platform/http/uuid.ts";

const CHOOSE = "Choose who has the cash";
const holder = z.object(
  { kind: z.enum(CASH_HOLDERS, CHOOSE), id: z.string().refine(isUuid, CHOOSE) },
  CHOOSE,
);

const read = (sent: unknown): unknown => {
  if (typeof sent !== "string") return sent;
  const [kind, id] = sent.trim().split(":");
  return kind ? { kind, id } : null;
};

/** The holder's field, for forms in which it may be missing. The value is then undefined. */
export const optionalHolderField = z.preprocess(read, holder.nullable().optional());

export const holderValue = ({ kind, id }: CashHolder): string => `${kind}:${id}`;

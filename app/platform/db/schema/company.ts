/** COMPANY-1: the facts of the company that a super admin entered. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { Company } from "../../../domain/company.ts";
import { countedId, moment, versionColumns } from "./columns.ts";

/** The company's facts, in at most one row. Without a row, the facts of domain/company.ts apply. */
export const companySettings = pg.pgTable(
  "company_settings",
  {
    id: pg.integer("id").primaryKey().default(1),
    facts: pg.jsonb("facts").$type<Partial<Company>>().notNull(),
    /** OWNER-11: true if staff must look at a new store before customers see it. */
    looksAtNewStores: pg.boolean("looks_at_new_stores").notNull().default(false),
    ...versionColumns(),
  },
  (t) => [pg.check("company_settings_one_row", sql`${t.id} = 1`)],
);

/** PAY-3: the company's facts before `until`. Receipts and invoices from before that time keep showing them. */
export const formerIssuers = pg.pgTable(
  "former_issuers",
  {
    id: countedId(),
    until: moment("until").notNull(),
    name: pg.text("name").notNull(),
    legalName: pg.text("legal_name").notNull(),
    rcNumber: pg.text("rc_number").notNull(),
    tin: pg.text("tin").notNull(),
    address: pg.text("address").notNull(),
  },
  (t) => [pg.index("former_issuers_until").on(t.until)],
);

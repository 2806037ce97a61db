import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";

export type Indexed = Parameters<ReturnType<typeof pg.index>["on"]>[0];
export const indexWhereSet = (name: string, column: Indexed, columnName: string) =>
  pg
    .index(name)
    .on(column)
    .where(sql.raw(`${columnName} is not null`));

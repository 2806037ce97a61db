import { sql } from "drizzle-orm";
import { index } from "drizzle-orm/pg-core";

export type Indexed = Parameters<ReturnType<typeof index>["on"]>[0];
/** An index of the rows in which a column is not null. */
export const indexWhereSet = (name: string, column: Indexed, columnName: string) =>
  index(name)
    .on(column)
    .where(sql.raw(`${columnName} is not null`));

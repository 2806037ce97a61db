import pg from "pg";

/** As many connections as the bare server has. */
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 });

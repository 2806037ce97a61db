import pg from "pg";

/** The pool has as many connections as the bare server's. */
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 });

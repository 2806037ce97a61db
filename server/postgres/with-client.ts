/** Opens one connection for one piece of work. */
import pg from "pg";

export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  return work(client).finally(() => client.end());
}

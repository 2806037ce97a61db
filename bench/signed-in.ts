/** People who are signed in, made as rows: signing in by password takes longer than what is measured. */
import type pg from "pg";
import { createCookie } from "react-router";
import { drawToken, hashToken } from "../app/platform/tokens.server.ts";

/** Makes a person with a session and returns its cookie. */
export async function signedIn(
  client: pg.Client,
  email: string,
  kind: "customer" | "staff",
): Promise<string> {
  const token = drawToken();
  await client.query(
    `with person as (insert into profiles (email, first_name, email_verified_at) values ($1, 'Ada', now()) returning id),
       member as (insert into admin_members (user_id, admin_role) select id, 'moderator' from person where $3)
     insert into sessions (token_hash, user_id, staff, expires_at) select $2, id, $3, now() + interval '1 day' from person`,
    [email, hashToken(token), kind === "staff"],
  );
  return (await createCookie("session").serialize(token)).split(";")[0] ?? "";
}

/**
 * People with a session. They are created as rows, because signing in by password takes longer than the measured work.
 */
import type pg from "pg";
import { createCookie } from "react-router";
import type { SessionAudience } from "../app/domain/session-audience.ts";
import { drawToken, hashToken } from "../app/platform/tokens.server.ts";

/** Creates a person with a session and returns the session's cookie. */
export async function signedIn(client: pg.Client, email: string, audience: SessionAudience): Promise<string> {
  const token = drawToken();
  await client.query(
    `with person as (insert into profiles (email, first_name, email_verified_at) values ($1, 'Ada', now()) returning id),
       member as (insert into admin_members (user_id, admin_role) select id, 'moderator' from person where $3 = 'staff')
     insert into sessions (token_hash, user_id, audience, expires_at) select $2, id, $3, now() + interval '1 day' from person`,
    [email, hashToken(token), audience],
  );
  return (await createCookie("session").serialize(token)).split(";")[0] ?? "";
}

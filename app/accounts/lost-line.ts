/** A lost connection is an answer too: the form stays as it is, with the same key, so that sending again counts once. */
import { data } from "react-router";
import type { Problem } from "./account-words.ts";

type Lost = { errors: Record<string, string>; values: Record<string, string>; key: string; problem: Problem };

export async function orLostLine<Answer>(
  request: Request,
  serverAction: () => Promise<Answer>,
  problem: Problem,
) {
  const typed = new Map(
    [...(await request.clone().formData())].map(([name, value]) => [
      name,
      typeof value === "string" ? value : "",
    ]),
  );
  try {
    return await serverAction();
  } catch (failure) {
    if (failure instanceof Response) throw failure;
    const values = Object.fromEntries([...typed].filter(([name]) => !/password/i.test(name)));
    // 503 as the server would say it: the page's own data is not asked for again.
    return data<Lost>({ errors: {}, values, key: typed.get("_key") ?? "", problem }, { status: 503 });
  }
}

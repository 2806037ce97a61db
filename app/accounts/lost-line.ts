/** A lost connection is an answer too: the form stays as it is, with the same key, so that sending again counts once. */
import type { Problem } from "./account-forms.ts";

type Lost = { errors: Record<string, string>; values: Record<string, string>; key: string; problem: Problem };

export async function orLostLine<Answer>(
  request: Request,
  serverAction: () => Promise<Answer>,
  problem: Problem,
): Promise<Answer | Lost> {
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
    return { errors: {}, values, key: typed.get("_key") ?? "", problem };
  }
}

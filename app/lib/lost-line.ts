/** A lost connection is an answer too: the form stays as it is, with the same key, so that sending again counts once. */
import { data } from "react-router";

type Typed = Record<string, string>;

/** Asks the server; when no answer comes, makes one of what was typed, but for secrets, and the form's key. */
export async function orLost<Answer, Lost>(
  request: Request,
  serverAction: () => Promise<Answer>,
  lost: (values: Typed, key: string) => Lost,
) {
  const form = await request.clone().formData();
  const typed = Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
  try {
    return await serverAction();
  } catch (problem) {
    if (problem instanceof Response) throw problem;
    const values = Object.fromEntries(Object.entries(typed).filter(([name]) => !/password/i.test(name)));
    // 503 as the server would say it: the page's own data is not asked for again.
    return data(lost(values, typed["_key"] ?? ""), { status: 503 });
  }
}

/** The usual answer: the form as the server refuses it, with these words. */
export function orRefused<Answer>(request: Request, serverAction: () => Promise<Answer>, text: string) {
  return orLost(request, serverAction, (values, key) => ({ errors: { form: text }, values, key }));
}

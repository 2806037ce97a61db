import { formAction, type FormPage } from "../platform/http/form-action.server.ts";
import type { Admin } from "./actor.ts";
import { adminContext } from "./principal-context.ts";

/** Makes the form action of a back-office page. */
export const staffAction = <Data = never>(page: Omit<FormPage<Admin, Data>, "actor">) =>
  formAction({ ...page, actor: (context) => context.get(adminContext) });

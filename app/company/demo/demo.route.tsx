/** DEMO-1: the doors of the demo. Each opens with one press, as a person of the demo. */
import { data } from "react-router";
import type { Route } from "./+types/demo.route";
import { demoCookie, hasOpenDoors } from "../../access/demo.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { deviceTokenOf } from "../../access/rider-device.server.ts";
import { DEMO_DOOR_NAMES, DEMO_DOORS } from "../../domain/demo-doors.ts";
import { ownMachineContext, servicesContext } from "../../platform/context.ts";
import { readForm } from "../../platform/http/form.server.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { refusalText, responseInit } from "../../platform/http/result.ts";
import { setCookies } from "../../platform/http/toast.server.ts";
import { Button } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import { openDoor } from "./open-door.server.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Demo");

export async function loader({ context }: Route.LoaderArgs) {
  if (!(await hasOpenDoors(context))) throw data(null, { status: 404 });
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  if (!(await hasOpenDoors(context))) throw data(null, { status: 404 });
  const services = context.get(servicesContext);
  const { rawValues, key } = await readForm(request);
  const actor = {
    session: context.get(sessionContext),
    isOwnMachine: context.get(ownMachineContext),
    agent: (request.headers.get("User-Agent") ?? "Demo").slice(0, 100),
    deviceToken: await deviceTokenOf(services, request.headers.get("Cookie")),
  };
  const opened = await openDoor.receive(services, actor, rawValues, key);
  if (!opened.ok) throw data(refusalText(opened), responseInit(opened));
  const headers = setCookies(
    ...opened.cookies,
    await demoCookie(services.secure).serialize(rawValues["door"] ?? ""),
  );
  headers.set("Location", opened.to);
  return new Response(null, { status: 303, headers });
}

export default function DemoPage() {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-8 sm:py-12">
      <PageHead
        title="Who are you today?"
        text="This is a demo: its people and parcels are invented. Press one, and you are signed in as that person. What you do as one, the others see."
      />
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {DEMO_DOOR_NAMES.map((door) => {
          const { name, who, sees } = DEMO_DOORS[door];
          return (
            <li key={door}>
              <PerforatedCard>
                {/* A plain form: the next page is another person's, and is loaded as a whole. */}
                <form method="post" action="/demo" aria-label={`${name}, ${who}`}>
                  <input type="hidden" name="door" value={door} />
                  <h2 className="font-display text-xl font-bold">{`${name}, ${who}`}</h2>
                  <p className="mt-1 mb-4">{sees}</p>
                  <Button type="submit">{`Be ${name}`}</Button>
                </form>
              </PerforatedCard>
            </li>
          );
        })}
      </ul>
      <p className="mt-8 text-muted">
        Start again with <code>npm run demo -- --new</code>. The doors open on this machine alone, and only
        while no mail server is set.
      </p>
    </div>
  );
}

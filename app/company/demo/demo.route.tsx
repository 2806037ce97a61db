/** DEMO-1: the page of the demo. Each button signs the visitor in as a person of the demo. */
import { data } from "react-router";
import type { Route } from "./+types/demo.route";
import { hasDoorsSoon, hasOpenDoors } from "../../access/demo.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { deviceTokenOf } from "../../access/rider-device.server.ts";
import { DEMO_DOOR_NAMES, DEMO_DOORS } from "../../domain/demo-doors.ts";
import { DEMO_SEES } from "../../domain/demo-people.ts";
import { ownMachineContext, servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import { deviceName } from "../../road/devices/device-name.ts";
import { DOOR_BUTTONS } from "./forms.server.ts";
import type { DemoVisitor } from "./open-door.server.ts";

/** Until the demo is complete, the page reloads itself. This works without JavaScript, too. */
export const meta: Route.MetaFunction = (args) => [
  ...companyMeta(args, "Demo"),
  ...(args.loaderData?.isTold === false ? [{ httpEquiv: "refresh", content: "3" }] : []),
];

export async function loader({ context }: Route.LoaderArgs) {
  const isTold = await hasOpenDoors(context);
  if (!isTold && !(await hasDoorsSoon(context))) throw data(null, { status: 404 });
  return { isTold };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  if (!(await hasOpenDoors(context))) throw data(null, { status: 404 });
  const actor: DemoVisitor = {
    session: context.get(sessionContext),
    isOwnMachine: context.get(ownMachineContext),
    agent: deviceName(request.headers.get("User-Agent")),
    deviceToken: await deviceTokenOf(context.get(servicesContext), request.headers.get("Cookie")),
  };
  return formAction({ actor: () => actor, buttons: DOOR_BUTTONS, to: () => "/demo", resource: true })(args);
}

export default function DemoPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.isTold)
    return (
      <div className="mx-auto w-full max-w-5xl px-4 py-8 sm:py-12">
        <PageHead
          title="The demo is being made"
          text="Eight weeks of a parcel company are told by its own product. This takes about half a minute, longer on a slow machine, and then this page opens."
        />
      </div>
    );
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8 sm:py-12">
      <PageHead
        title="Who are you today?"
        text="This is a demo: its people and parcels are invented. Press one, and you are signed in as that person. What you do as one, the others see."
      />
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {DEMO_DOOR_NAMES.map((door) => {
          const { name, who } = DEMO_DOORS[door];
          return (
            <li key={door}>
              <PerforatedCard>
                {/* A plain form: the next page belongs to another person, so the browser loads a whole new
                    page. */}
                <form method="post" action="/demo" noValidate aria-label={`${name}, ${who}`}>
                  <input type="hidden" name="door" value={door} />
                  <h2 className="font-display text-xl font-bold">{`${name}, ${who}`}</h2>
                  <p className="mt-1 mb-4">{DEMO_SEES[door]}</p>
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

/** DEVICE-2: enrols a phone for a rider by the secret in the QR code's URL, or by a typed number. */
import { Form } from "react-router";
import type { Route } from "./+types/enrol.route";
import { officeStyle } from "../../ui/office-style.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { deviceTokenOf } from "../../access/rider-device.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField, Field } from "../../ui/field.tsx";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import { deviceName } from "./device-name.ts";
import { ENROL_BUTTONS } from "./forms.server.ts";

export const links: Route.LinksFunction = officeStyle;
export const meta: Route.MetaFunction = (args) => companyMeta(args, "Rider's phone");

/**
 * The URL of this page contains the secret, so requests must not send the whole URL as referrer. The policy is not
 * 'no-referrer', because the browser would then omit the origin, and the server would refuse the form.
 */
export const headers = () => ({ "Cache-Control": "no-store", "Referrer-Policy": "strict-origin" });

export const loader = ({ request }: Route.LoaderArgs) => ({
  key: newIdempotencyKey(),
  code: new URL(request.url).searchParams.get("code") ?? "",
});

export const action = async (args: Route.ActionArgs) => {
  const { request, context } = args;
  const deviceToken = await deviceTokenOf(context.get(servicesContext), request.headers.get("Cookie"));
  const agent = deviceName(request.headers.get("User-Agent"));
  return formAction({
    actor: () => ({ session: context.get(sessionContext), agent, deviceToken }),
    buttons: ENROL_BUTTONS,
    to: () => "/rider",
  })(args);
};

export default function EnrolPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, code } = loaderData;
  const { formKey, errors, values } = formProps(actionData, key);
  // After an error, the page asks for a number instead, because the secret of the QR code may have expired.
  const byCode = code !== "" && !errors["number"];
  return (
    <main id="main" className="mx-auto grid min-h-dvh w-full max-w-md content-center px-4 py-10">
      <PerforatedCard>
        <PageHead title="Rider's phone" text={useCompany().name} />
        {/* The rider's page is a separate document, which the router cannot open. */}
        <Form method="post" reloadDocument noValidate className="mt-6 grid gap-5" aria-label="Rider's phone">
          <FormErrors errors={errors} title="This phone was not added" />
          <IdempotencyKeyField value={formKey} />
          {byCode ? (
            <input type="hidden" name="code" value={code} />
          ) : (
            <Field
              label="Number"
              name="number"
              hint="Eight digits. The office shows them for ten minutes."
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              defaultValue={values["number"]}
              error={errors["number"]}
            />
          )}
          <CheckboxField
            label="Note where I deliver"
            hint="At each delivery the position is kept as proof for 12 months. You are not followed in between."
            name="position"
            value="yes"
            defaultChecked={values["position"] === "yes"}
          />
          <p className="text-muted">Your runs move to this phone. Your old phone stops showing them.</p>
          <Button type="submit">Make this my phone</Button>
        </Form>
      </PerforatedCard>
    </main>
  );
}

/** Store dashboard: the details of a store, and its link to share. */
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import type { Route } from "./+types/dashboard-settings.route";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import type { RawValues } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { formatPhone } from "../../domain/phone.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField, EmailField, Field, PhoneField, SelectField, TextAreaField } from "../../ui/field.tsx";
import { FormErrors, useForm } from "../../ui/form.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import { DAY_GROUP_NAMES } from "../../domain/store-hours.ts";
import { STORE_CATEGORIES } from "../../domain/store-categories.ts";
import { dashboardUrl, STORE_SETTINGS_BUTTONS, storeOf } from "./forms.server.ts";
import { NOT_SAVED } from "./messages.ts";
import { storeOwnerOf, storeContext } from "./store-context.ts";
import { HoursFields } from "./hours-fields.tsx";
import { settingsForm } from "./store-settings.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { refusalsOf } from "../../notifications/refused-addresses.server.ts";
import { RefusedMailNote } from "../../notifications/refused-mail.tsx";
import { ShareLink } from "./share-link.tsx";
import { StorePictureField } from "./store-picture-field.tsx";
import { useCompany } from "../../platform/company/use-company.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Settings · Store dashboard");

export async function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  if (!store) return null;
  const values: RawValues = {
    storeName: store.businessName,
    email: store.email,
    phone: formatPhone(store.phone),
    address: store.address,
    description: store.description,
    category: store.category,
    ...Object.fromEntries(
      DAY_GROUP_NAMES.flatMap((group) => {
        const times = store.openingHours?.[group];
        return [
          [`${group}Opens`, String(times?.opens ?? "")],
          [`${group}Closes`, String(times?.closes ?? "")],
        ];
      }),
    ),
  };
  const link = `${context.get(servicesContext).origin}/stores/${store.slug}`;
  return {
    values,
    link,
    slug: store.slug,
    refused: await refusalsOf(context.get(servicesContext).db, [store.email]),
    imageKey: store.imageKey,
  };
}

export const action = formAction({
  actor: storeOwnerOf,
  buttons: STORE_SETTINGS_BUTTONS,
  of: storeOf,
  to: (_, sent) => dashboardUrl("settings", sent),
  failed: NOT_SAVED,
});

export const clientAction = formClientAction<typeof action>(NOT_SAVED, { timeoutMs: null });

const PICTURE = "Store picture";

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const company = useCompany();
  if (!loaderData) return null;
  const { link, imageKey, values, slug } = loaderData;
  return (
    <>
      <PageHead title="Settings" text="What buyers read about your store." />
      <RefusedMailNote refused={loaderData.refused[0]}>
        Correct it below, and we send you what you missed.
      </RefusedMailNote>
      <section aria-labelledby="share" className="mt-6 border-l-8 border-danfo bg-card px-4 py-4">
        <h2 id="share" className="font-display text-xl font-bold">
          Your store's link
        </h2>
        <p className="mt-1 wrap-anywhere">
          <a href={link} className="font-semibold underline underline-offset-4">
            {link}
          </a>
        </p>
        <div className="mt-3">
          <ShareLink text={`${values["storeName"]} on ${company.name}:`} link={link} />
        </div>
      </section>
      {/* The form is mounted again after each save, to show phone and email address as stored. */}
      <SettingsForm
        key={JSON.stringify([values, imageKey])}
        values={actionData?.values ?? values}
        errors={actionData?.errors}
        imageKey={imageKey}
        slug={slug}
      />
    </>
  );
}

type FormProps = {
  values: RawValues;
  errors?: Record<string, string>;
  imageKey: string | null;
  slug: string;
};

function SettingsForm({ values, errors, imageKey, slug }: FormProps) {
  const { field, handlers, allErrors, formId } = useForm(settingsForm, { errors, values });
  const navigation = useNavigation();
  const busy =
    navigation.state !== "idle" &&
    navigation.formMethod === "POST" &&
    navigation.formData?.has("storeName") === true;
  const [uploading, setUploading] = useState(false);
  const hydrated = useHydrated();
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      noValidate
      className="mt-8 grid max-w-3xl gap-5"
      {...handlers}
      aria-busy={busy}
    >
      <FormOwnerField />
      <FormErrors errors={allErrors} formId={formId} labels={{ imageKey: PICTURE }} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Store name" autoComplete="organization" {...field("storeName")} />
        <SelectField
          label="Category"
          options={STORE_CATEGORIES.map((name) => ({ value: name, label: name }))}
          {...field("category")}
        />
        <EmailField label="Email" {...field("email")} />
        <PhoneField label="Phone" hint="Buyers write to this number on WhatsApp." {...field("phone")} />
      </div>
      <TextAreaField label="Address" rows={2} autoComplete="street-address" {...field("address")} />
      <TextAreaField label="Description" rows={4} {...field("description")} />
      <HoursFields field={field} />
      <StorePictureField
        label={PICTURE}
        uploadTo={`/store/dashboard/pictures?store=${slug}`}
        current={imageKey}
        sent={values["imageKey"]}
        error={field("imageKey").error}
        onBusy={setUploading}
      />
      {imageKey && <CheckboxField label="Remove the picture" name="removeImage" />}
      <div>
        <Button type="submit" busy={busy} busyLabel="Saving..." disabled={hydrated && uploading}>
          Save Changes
        </Button>
      </div>
    </Form>
  );
}

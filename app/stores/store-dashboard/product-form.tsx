/** The form of a product, for adding and for editing. */
import { useEffect, useState, type FormEvent } from "react";
import { useNavigation } from "react-router";
import { plainNaira } from "../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField, Field, TextAreaField } from "../../ui/field.tsx";
import { FormErrors, KeyedForm, useForm } from "../../ui/form.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { showToast } from "../../ui/toast.tsx";
import { MISSING, productForm, TRY_LATER, type ProductValues } from "./products.ts";
import { CancelLink } from "../../ui/cancel-link.tsx";
import { StorePictureField } from "./store-picture-field.tsx";

type Product = ProductValues & { id: string; imageKey: string | null; version: number };

type Props = {
  /** The edited product. Null means a new product. */
  product: Product | null;
  formKey: string;
  refused: { errors: Record<string, string>; values: Record<string, string> } | null;
  categories: readonly string[];
  uploadTo: string;
  closeTo: string;
};

function typedOf(product: Product | null): Record<string, string> {
  if (!product) return { isActive: "on" };
  return {
    name: product.name,
    price: plainNaira(product.priceKobo),
    stock: product.stockQuantity === null ? "" : String(product.stockQuantity),
    category: product.category ?? "",
    description: product.description ?? "",
    ...(product.isActive ? { isActive: "on" } : {}),
  };
}

export function ProductFormView({ product, formKey, refused, categories, uploadTo, closeTo }: Props) {
  const values = refused?.values ?? typedOf(product);
  const { field, handlers, allErrors, formId } = useForm(productForm, { errors: refused?.errors, values });
  const hydrated = useHydrated();
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formMethod === "POST";
  const [uploading, setUploading] = useState(false);
  const [blank, setBlank] = useState({ name: !values["name"], price: !values["price"] });
  const missing = field("name").error === MISSING || field("price").error === MISSING;

  const failure = product ? "Failed to update product" : "Failed to add product";

  const tellMissing = () => showToast({ tone: "bad", title: "Missing information", text: MISSING });
  useEffect(() => {
    if (refused?.errors["form"] === MISSING) tellMissing();
  }, [refused]);
  useEffect(() => {
    if (refused?.errors["form"] === TRY_LATER) showToast({ tone: "bad", title: failure, text: TRY_LATER });
  }, [refused, failure]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    handlers.onSubmit(event);
    const rawValues = new FormData(event.currentTarget);
    const blankText = (name: string) => (rawValues.get(name) as string).trim() === "";
    if (event.defaultPrevented && (blankText("name") || blankText("price"))) tellMissing();
  };
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    handlers.onInput(event);
    const { target } = event;
    if (target instanceof HTMLInputElement && (target.name === "name" || target.name === "price")) {
      const { name, value } = target;
      setBlank((now) => ({ ...now, [name]: value === "" }));
    }
  };

  return (
    <KeyedForm
      formKey={formKey}
      encType="multipart/form-data"
      preventScrollReset
      className="grid gap-4"
      {...handlers}
      onInput={onInput}
      onSubmit={onSubmit}
      aria-busy={busy}
    >
      <input type="hidden" name="intent" value={product ? "edit" : "add"} />
      {product && <input type="hidden" name="version" value={product.version} />}
      <FormErrors
        errors={allErrors}
        formId={formId}
        title={missing ? "Missing information" : failure}
        labels={LABELS}
      />
      <ProductFields {...{ product, categories, uploadTo, values, field }} onBusy={setUploading} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <CancelLink to={closeTo} />
        <Button
          type="submit"
          busy={busy}
          busyLabel="Saving..."
          disabled={hydrated && (blank.name || blank.price || uploading)}
        >
          {product ? "Save Changes" : "Add Product"}
        </Button>
      </div>
    </KeyedForm>
  );
}

type FieldsProps = Pick<Props, "product" | "categories" | "uploadTo"> & {
  values: Record<string, string>;
  field: ReturnType<typeof useForm<typeof productForm>>["field"];
  onBusy: (busy: boolean) => void;
};

const LABELS = {
  name: "Product name",
  price: "Price (₦)",
  stock: "Stock quantity",
  imageKey: "Product image",
};

function ProductFields({ product, categories, uploadTo, values, field, onBusy }: FieldsProps) {
  return (
    <>
      <Field label={LABELS.name} autoComplete="off" maxLength={120} required {...field("name")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={LABELS.price}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          required
          {...field("price")}
        />
        <Field
          label={LABELS.stock}
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          optional
          hint="Leave empty if you do not track stock"
          {...field("stock")}
        />
      </div>
      <Field
        label="Category"
        optional
        autoComplete="off"
        list="product-categories"
        maxLength={40}
        {...field("category")}
      />
      <datalist id="product-categories">
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextAreaField label="Description" optional rows={3} maxLength={2000} {...field("description")} />
      <StorePictureField
        label={LABELS.imageKey}
        uploadTo={uploadTo}
        current={product?.imageKey ?? null}
        sent={values["imageKey"]}
        error={field("imageKey").error}
        onBusy={onBusy}
      />
      {product?.imageKey && <CheckboxField label="Remove the image" name="removeImage" />}
      <CheckboxField
        label="Product is active"
        name="isActive"
        defaultChecked={values["isActive"] === "on"}
        hint="Only active products are shown to buyers."
      />
    </>
  );
}

import type { PublicCompany } from "../../domain/company.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";

/** The lock screen is a plain form. It is the same with and without JavaScript. */
export const LOCK_TITLE = "Site Access Required";

type Props = {
  company: Pick<PublicCompany, "name" | "phone" | "phoneText" | "whatsapp">;
  next: string;
  error?: string | null;
  staff?: boolean;
};

export function LockScreen({ company, next, error = null, staff = false }: Props) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center px-4 py-10">
      <p className="font-display text-2xl font-extrabold">{company.name}</p>
      <div
        aria-hidden
        className="my-5 h-3 bg-[repeating-linear-gradient(-45deg,#16130e_0_14px,var(--color-danfo)_14px_28px)]"
      />
      <h1 className="font-display text-4xl font-extrabold">Site Access Required</h1>
      <p className="mt-3 text-muted">
        This site is closed to the public for now. If you were given a password, enter it here.
      </p>
      <Unlock next={next} error={error} />
      {company.phone && <Call company={company} />}
      <p className="mt-4 text-sm">
        {staff ? (
          <a
            href="/admin/site-lock"
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Manage the site lock
          </a>
        ) : (
          <a
            href="/admin/login?next=/admin/site-lock"
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Staff sign-in
          </a>
        )}
      </p>
    </main>
  );
}

function Unlock({ next, error }: { next: string; error: string | null }) {
  return (
    <form method="post" noValidate action="/unlock" className="mt-6 grid gap-4">
      <input type="hidden" name="next" value={next} />
      <div>
        <label htmlFor="unlock-password" className="mb-1 block text-sm font-semibold">
          Password
        </label>
        <input
          id="unlock-password"
          name="password"
          type="password"
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "unlock-error" : undefined}
          className="block min-h-12 w-full border-2 border-ink bg-field px-3 py-2 text-ink aria-invalid:border-stop"
        />
        {error && (
          <p id="unlock-error" role="alert" className="mt-1 font-semibold text-stop">
            {error}
          </p>
        )}
      </div>
      <button
        type="submit"
        className="min-h-12 border-2 border-ink bg-danfo px-5 font-semibold text-black shadow-[3px_3px_0_0_var(--color-ink)]"
      >
        Unlock Site
      </button>
    </form>
  );
}

function Call({ company }: Pick<Props, "company">) {
  return (
    <p className="mt-8">
      Do you have a parcel with us? Call{" "}
      <a
        href={`tel:${company.phone}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {company.phoneText}
      </a>
      {company.whatsapp && (
        <>
          {" "}
          or{" "}
          <a
            href={whatsappLink(company.whatsapp, `Hello ${company.name}`)}
            rel="noopener"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            write on WhatsApp
          </a>
        </>
      )}
      .
    </p>
  );
}

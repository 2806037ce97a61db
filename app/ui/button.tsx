import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import { useNavigation } from "react-router";
import { Link } from "./link.tsx";

type Variant = "primary" | "secondary" | "quiet" | "danger";
type Looks = { variant?: Variant; size?: "md" | "sm" };

const VARIANTS: Record<Variant, string> = {
  primary:
    "border-ink bg-danfo text-black shadow-[3px_3px_0_0_var(--color-ink)] hover:-translate-y-px active:translate-x-[3px] active:translate-y-[3px] active:shadow-none",
  secondary: "border-ink bg-paper text-ink hover:bg-card",
  quiet: "border-transparent bg-transparent text-ink underline underline-offset-4 hover:bg-card",
  danger: "border-stop bg-stop text-on-stop hover:opacity-90",
};

function looks({ variant = "primary", size = "md" }: Looks): string {
  return `inline-flex items-center justify-center gap-2 border-2 font-semibold wrap-break-word transition-transform motion-reduce:transition-none disabled:cursor-not-allowed disabled:opacity-60 aria-busy:cursor-progress ${VARIANTS[variant]} ${
    size === "md" ? `min-h-12 px-5 ${variant === "primary" ? "max-sm:w-full" : ""}` : "min-h-11 px-3 text-sm"
  }`;
}

type ButtonProps = Looks & {
  busy?: boolean;
  busyLabel?: string;
  /** The value of the field `intent` that the button sends, if it sends one. */
  intent?: string | undefined;
} & ButtonHTMLAttributes<HTMLButtonElement>;

/** Draws a button. While `busy` is true, the button looks busy and ignores presses. */
export function Button({
  variant,
  size,
  busy = false,
  busyLabel,
  intent,
  children,
  className = "",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...(intent !== undefined && { type: "submit" as const, name: "intent", value: intent })}
      {...rest}
      // A busy button is not `disabled`, because the browser would then move the focus to the top of the page.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // The accessible name of a busy button is its visible label, because people who use voice control say the words
      // that they see.
      aria-label={busy && busyLabel ? undefined : rest["aria-label"]}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${looks({ variant, size })} ${className}`}
    >
      {busy && (
        <span
          aria-hidden
          className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent motion-reduce:animate-none"
        />
      )}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

/** Draws the button that sends a form. It is busy while the page sends or loads anything. */
export function SendButton(props: Omit<ButtonProps, "busy" | "type">) {
  return <Button {...props} type="submit" busy={useNavigation().state !== "idle"} />;
}

type LinkProps = Looks & { to?: string; external?: boolean } & AnchorHTMLAttributes<HTMLAnchorElement>;

export function ButtonLink({
  variant,
  size,
  to,
  href,
  external = false,
  children,
  className = "",
  ...rest
}: LinkProps) {
  const all = `${looks({ variant, size })} ${className}`;
  if (external || href) {
    return (
      <a
        {...rest}
        href={href ?? to}
        className={all}
        {...(external ? { target: "_blank", rel: "noopener" } : {})}
      >
        {children}
      </a>
    );
  }
  return (
    <Link {...rest} to={to ?? "/"} className={all}>
      {children}
    </Link>
  );
}

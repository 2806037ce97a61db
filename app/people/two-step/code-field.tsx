import type { ComponentProps } from "react";
import { Field } from "../../ui/field.tsx";

type Props = Omit<ComponentProps<typeof Field>, "label" | "hint">;

/** Draws the field for the app's code. Phones offer the code and show the keyboard with digits. */
export const AppCodeField = (props: Props) => (
  <Field
    label="Code from the app"
    hint="Six digits"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    {...props}
  />
);

export const RecoveryCodeField = (props: Props) => (
  <Field
    label="Recovery code"
    hint="Like abcd-efgh-jkmn"
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
);

export const CodeOrRecoveryField = (props: Props) => (
  <Field
    label="Code"
    hint="Six digits from the app, or a recovery code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
);

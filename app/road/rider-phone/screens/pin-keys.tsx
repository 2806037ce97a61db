/** Shows keys for a PIN. The phone's own keyboard would cover the button, and takes a second to open. */
import { Tap, TextField } from "./controls.tsx";

type Props = {
  label: string;
  digits: number;
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  /** True if the digits are shown as dots, so that a photo of the screen does not reveal the PIN. */
  secret?: boolean;
  corner?: { label: string; act: () => void };
};

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export function PinKeys({ label, digits, value, onChange, disabled = false, secret = false, corner }: Props) {
  // After a wrong PIN all digits are filled in. The next digit then begins a new PIN.
  const add = (digit: string) => onChange(value.length === digits ? digit : value + digit);
  return (
    <div className="stack">
      <TextField
        label={label}
        className="digits"
        type={secret ? "password" : "text"}
        inputMode="none"
        maxLength={digits}
        value={value}
        disabled={disabled}
        onText={(typed) => onChange(typed.replace(/\D/g, "").slice(0, digits))}
      />
      <div className="keys" role="group" aria-label="Digits">
        {KEYS.map((key) => (
          <Tap key={key} disabled={disabled} onClick={() => add(key)}>
            {key}
          </Tap>
        ))}
        <Tap
          look="word"
          disabled={disabled || (!corner && value === "")}
          onClick={corner ? corner.act : () => onChange("")}
        >
          {corner?.label ?? "Clear"}
        </Tap>
        <Tap disabled={disabled} onClick={() => add("0")}>
          0
        </Tap>
        <Tap
          aria-label="Delete the last digit"
          disabled={disabled || value === ""}
          onClick={() => onChange(value.slice(0, -1))}
        >
          ⌫
        </Tap>
      </div>
    </div>
  );
}

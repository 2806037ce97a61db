/** Shows keys for a PIN. The phone's own keyboard would cover the button, and takes a second to open. */
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
  // If all digits are entered, which happens after a wrong PIN, the next digit begins a new PIN.
  const add = (digit: string) => onChange(value.length === digits ? digit : value + digit);
  return (
    <div className="stack">
      <label className="field">
        {label}
        <input
          className="digits"
          type={secret ? "password" : "text"}
          inputMode="none"
          autoComplete="off"
          maxLength={digits}
          value={value}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value.replace(/\D/g, "").slice(0, digits))}
        />
      </label>
      <div className="keys" role="group" aria-label="Digits">
        {KEYS.map((key) => (
          <button key={key} type="button" className="button" disabled={disabled} onClick={() => add(key)}>
            {key}
          </button>
        ))}
        <button
          type="button"
          className="button word"
          disabled={disabled || (!corner && value === "")}
          onClick={corner ? corner.act : () => onChange("")}
        >
          {corner?.label ?? "Clear"}
        </button>
        <button type="button" className="button" disabled={disabled} onClick={() => add("0")}>
          0
        </button>
        <button
          type="button"
          className="button"
          aria-label="Delete the last digit"
          disabled={disabled || value === ""}
          onClick={() => onChange(value.slice(0, -1))}
        >
          ⌫
        </button>
      </div>
    </div>
  );
}

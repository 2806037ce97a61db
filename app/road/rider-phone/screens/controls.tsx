/** The buttons and fields of the rider page's screens. */
import type { ComponentProps, ReactNode } from "react";

type TapProps = ComponentProps<"button"> & { look?: string };

/** Shows a button. `look`: its classes, such as 'go wide'. */
export const Tap = ({ look = "", ...button }: TapProps) => (
  <button type="button" className={`button ${look}`.trim()} {...button} />
);

type TextProps = Omit<ComponentProps<"input">, "onChange"> & {
  label: ReactNode;
  onText: (text: string) => void;
};

/** Shows a field in which the rider types a name, a code or an amount. */
export const TextField = ({ label, onText, ...input }: TextProps) => (
  <label className="field">
    {label}
    <input autoComplete="off" {...input} onChange={({ target }) => onText(target.value)} />
  </label>
);

type WordsProps = { label: string; words: string; onWords: (words: string) => void };

/** Shows a field for a sentence or two. */
export const WordsField = ({ label, words, onWords }: WordsProps) => (
  <label className="field">
    {label}
    <textarea rows={2} maxLength={300} value={words} onChange={({ target }) => onWords(target.value)} />
  </label>
);

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; text: ReactNode }[];
  onChoose: (value: Value) => void;
};

/** Shows a list to choose from. */
export const ChoiceField = <Value extends string>({
  label,
  value,
  options,
  onChoose,
}: ChoiceProps<Value>) => (
  <label className="field">
    {label}
    <select value={value} onChange={({ target }) => onChoose(target.value as Value)}>
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.text}
        </option>
      ))}
    </select>
  </label>
);

type CounterProps = {
  count: number;
  /** The number in words. */
  text: string;
  /** For screen readers: the names of the buttons that decrease and increase the number. */
  names: { less: string; more: string };
  most?: number;
  onChange: (count: number) => void;
};

/** Shows a number between two buttons. */
export const Counter = ({ count, text, names, most = Infinity, onChange }: CounterProps) => (
  <div className="count">
    <Tap aria-label={names.less} disabled={count === 0} onClick={() => onChange(count - 1)}>
      −
    </Tap>
    <p role="status">{text}</p>
    <Tap aria-label={names.more} disabled={count >= most} onClick={() => onChange(count + 1)}>
      +
    </Tap>
  </div>
);

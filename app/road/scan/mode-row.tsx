/**
 * SCAN-6: the buttons that choose the mode of the scans, with the keys 1 to 7. Without JavaScript, the buttons are
 * links.
 */
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  ClipboardCheck,
  Flag,
  Handshake,
  Search,
  Undo2,
} from "lucide-react";
import { SCAN_MODES, SCAN_MODE_WORDS, type ScanMode } from "./scan-modes.ts";

const ICONS: Record<ScanMode, typeof Flag> = {
  receive: ArrowDownToLine,
  load: ArrowUpFromLine,
  hand_over: Handshake,
  return: Undo2,
  find: Search,
  status: Flag,
  count: ClipboardCheck,
};

const LOOKS =
  "flex min-h-12 cursor-pointer items-center gap-2 border-2 border-ink bg-paper px-0.5 py-1 text-sm leading-tight font-semibold sm:px-2.5 sm:text-base lg:text-sm";

type Props = {
  mode: ScanMode;
  form: string;
  /** The chosen hub. The links to other modes contain it, so that it stays chosen. */
  hub: string;
  onChoose: (mode: ScanMode) => void;
};

export function ModeRow({ mode, form, hub, onChoose }: Props) {
  return (
    <fieldset>
      <legend className="sr-only">What a scan does</legend>
      <div className="grid auto-rows-fr grid-cols-4 gap-2 lg:grid-cols-7 noscript:hidden">
        {SCAN_MODE_WORDS.map((word, index) => {
          const Icon = ICONS[word];
          return (
            <label
              key={word}
              className={`${LOOKS} relative has-checked:bg-danfo has-checked:text-black has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:text-center`}
            >
              <input
                type="radio"
                form={form}
                name="mode"
                value={word}
                checked={mode === word}
                onChange={() => onChoose(word)}
                className="sr-only"
              />
              <Icon aria-hidden className="size-5 shrink-0" />
              <span className="grow">{SCAN_MODES[word].label}</span>
              <kbd
                aria-hidden
                className="absolute top-0.5 right-1 font-mono text-xs font-normal opacity-70 max-lg:hidden"
              >
                {index + 1}
              </kbd>
            </label>
          );
        })}
      </div>
      <noscript>
        <nav aria-label="What a scan does" className="grid grid-cols-4 gap-2 lg:grid-cols-7">
          {SCAN_MODE_WORDS.map((word) => (
            <a
              key={word}
              href={`/admin/scan?${new URLSearchParams({ mode: word, ...(hub && { hub }) })}`}
              aria-current={word === mode ? "page" : undefined}
              className={`${LOOKS} ${word === mode ? "bg-danfo text-black" : ""}`}
            >
              {SCAN_MODES[word].label}
            </a>
          ))}
        </nav>
      </noscript>
    </fieldset>
  );
}

import { Fragment } from "react";

type Props = {
  text: string;
  /**
   * True in mails. The text may then also break before its last dot. Without that break, mail programs would turn
   * 'example.com' into a link.
   */
  unlinked?: boolean;
  /** True if the text has URLs. A URL may break after a slash or a dot, but not inside a word. */
  addresses?: boolean;
};

const breaks = ({ unlinked, addresses }: Omit<Props, "text">): RegExp => {
  if (addresses) return /(?<=[^\s/:]\/)|(?<=\w\.)(?=\w)/;
  return unlinked ? /(?<=@)|(?=\.)/ : /(?<=@)|(?=\.[^.]*\.)/;
};

/** Lets a text break only after @ and before each dot except the last. So no line begins with '.com'. */
export const Breakable = ({ text, ...more }: Props) =>
  text.split(breaks(more)).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));

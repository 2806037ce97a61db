import { Fragment } from "react";

type Props = {
  text: string;
  /**
   * True in mails: the text may break before its last dot, too. This break keeps mail programs from turning
   * 'example.com' into a link.
   */
  unlinked?: boolean;
  /** True if the text has URLs. They may break after a slash or a dot, but not inside a word. */
  addresses?: boolean;
};

const breaks = ({ unlinked, addresses }: Omit<Props, "text">): RegExp => {
  if (addresses) return /(?<=[^\s/:]\/)|(?<=\w\.)(?=\w)/;
  return unlinked ? /(?<=@)|(?=\.)/ : /(?<=@)|(?=\.[^.]*\.)/;
};

/**
 * A text that may break after @ and before each dot except the last. So an email address never breaks inside a word or
 * before '.com'.
 */
export const Breakable = ({ text, ...more }: Props) =>
  text.split(breaks(more)).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));

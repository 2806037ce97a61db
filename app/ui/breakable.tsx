import { Fragment } from "react";

type Props = {
  text: string;
  /** True in mails: a line break before the last dot keeps mail programs from turning 'example.com' into a link. */
  unlinked?: boolean;
  /** True if the text has URLs. A URL may break after a slash or a dot, but not inside a word. */
  addresses?: boolean;
};

const breaks = ({ unlinked, addresses }: Omit<Props, "text">): RegExp => {
  if (addresses) return /(?<=[^\s/:]\/)|(?<=\w\.)(?=\w)/;
  return unlinked ? /(?<=@)|(?=\.)/ : /(?<=@)|(?=\.[^.]*\.)/;
};

/** Lets a text break after @ and before each dot except the last: never inside a word or before '.com'. */
export const Breakable = ({ text, ...more }: Props) =>
  text.split(breaks(more)).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));

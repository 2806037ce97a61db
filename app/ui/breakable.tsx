import { Fragment } from "react";

type Props = {
  text: string;
  /** In mails: before the last dot too. A mail program would make a link of 'example.com'. */
  unlinked?: boolean;
};

/** A text that may break after @ and before each dot but the last, so that an email breaks there, not inside a word or before '.com'. */
export const Breakable = ({ text, unlinked = false }: Props) =>
  text.split(unlinked ? /(?<=@)|(?=\.)/ : /(?<=@)|(?=\.[^.]*\.)/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));

import { Fragment } from "react";

type Props = {
  text: string;
  /** In mails also before the last dot. A mail program would turn 'example.com' into a link. */
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

import { Fragment } from "react";

/** A text that may break after @ and before each dot but the last, so that an email breaks there, not inside a word or before '.com'. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=@)|(?=\.[^.]*\.)/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));

import { Fragment } from "react";

/** A text that may break after @ and before a dot, so that an email breaks there and not inside a word. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=@)|(?=\.)/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));

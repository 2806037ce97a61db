import type { CSSProperties } from "react";
import type { PublicCompany } from "../../domain/company.ts";

/** The company's own colour instead of the yellow of theme.css, for the whole document. */
export const brandStyle = ({ colour }: Pick<PublicCompany, "colour">): CSSProperties | undefined =>
  colour ? ({ "--color-danfo": colour } as CSSProperties) : undefined;

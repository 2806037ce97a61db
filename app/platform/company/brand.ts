import type { CSSProperties } from "react";
import type { PublicCompany } from "../../domain/company.ts";

/**
 * The style that replaces the yellow of theme.css with the company's own colour, for the whole document; undefined if
 * the company has no colour.
 */
export const brandStyle = ({ colour }: Pick<PublicCompany, "colour">): CSSProperties | undefined =>
  colour ? ({ "--color-danfo": colour } as CSSProperties) : undefined;

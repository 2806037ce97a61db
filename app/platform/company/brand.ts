import type { CSSProperties } from "react";
import type { PublicCompany } from "../../domain/company.ts";

/**
 * The style that replaces the yellow of theme.css by the company's own colour in the whole document; undefined without
 * a colour.
 */
export const brandStyle = ({ colour }: Pick<PublicCompany, "colour">): CSSProperties | undefined =>
  colour ? ({ "--color-danfo": colour } as CSSProperties) : undefined;

import type { CSSProperties } from "react";
import type { PublicCompany } from "../../domain/company.ts";

/** Returns a style that replaces the yellow of theme.css with the company's colour. Undefined without a colour. */
export const brandStyle = ({ colour }: Pick<PublicCompany, "colour">): CSSProperties | undefined =>
  colour ? ({ "--color-danfo": colour } as CSSProperties) : undefined;

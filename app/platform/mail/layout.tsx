/** The frame of every mail: one column, which every mail program can show. React escapes text that people typed. */
import { createContext, useContext, type CSSProperties, type ReactNode } from "react";
import { Breakable } from "../../ui/breakable.tsx";
import { renderToStaticMarkup } from "react-dom/server";
import type { Company } from "../../domain/company.ts";
import { mailPlace, mailReach } from "./mail-foot.ts";

const INK = "#16130E";
const FONT = "'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/**
 * A mark in the frame at four places: the title in the head, the preview, the heading and the body. Each mail fills
 * them in.
 */
const HOLE = "{{hole}}";

/** Draws a table of full width that serves only for layout. */
const LayoutTable = ({ style, children }: { style: CSSProperties; children: ReactNode }) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} style={{ width: "100%", ...style }}>
    <tbody>{children}</tbody>
  </table>
);

const Colour = createContext("");

function Frame({ company }: { company: Company }) {
  return (
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <title>{HOLE}</title>
      </head>
      <body style={{ margin: 0, background: "#EFE9DB", fontFamily: FONT, color: INK }}>
        <div style={{ display: "none", maxHeight: 0, overflow: "hidden" }}>{HOLE}</div>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: "24px 12px" }}>
                <LayoutTable style={{ maxWidth: 560, background: "#FBF8F1" }}>
                  <tr>
                    <td
                      style={{
                        background: company.colour,
                        padding: "16px 24px",
                        fontWeight: 800,
                        fontSize: 20,
                      }}
                    >
                      {company.name}
                    </td>
                  </tr>
                  <tr>
                    <td
                      style={{
                        borderTop: `4px dashed ${INK}`,
                        padding: "24px",
                        fontSize: 16,
                        lineHeight: "24px",
                        wordBreak: "break-word",
                      }}
                    >
                      <h1 style={{ margin: "0 0 16px", fontSize: 24, lineHeight: "30px" }}>{HOLE}</h1>
                      {HOLE}
                    </td>
                  </tr>
                  <tr>
                    <td
                      style={{
                        padding: "16px 24px 24px",
                        fontSize: 13,
                        lineHeight: "20px",
                        color: "#5C5546",
                        borderTop: "1px solid #DCD3BF",
                      }}
                    >
                      {mailPlace(company)}
                      <br />
                      {mailReach(company)}
                    </td>
                  </tr>
                </LayoutTable>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

const frames = new WeakMap<Company, string[]>();

export function mailHtml(company: Company, title: string, preview: string, body: ReactNode): string {
  // The frame is rendered once for each company, because it is the largest part of a mail.
  const known = frames.get(company);
  const frame = known ?? `<!doctype html>${renderToStaticMarkup(<Frame company={company} />)}`.split(HOLE);
  if (!known) frames.set(company, frame);
  const text = (value: string) => renderToStaticMarkup(<>{value}</>);
  const parts = [
    text(title),
    text(preview),
    text(title),
    renderToStaticMarkup(<Colour value={company.colour}>{body}</Colour>),
  ];
  return frame.map((piece, n) => piece + (parts[n] ?? "")).join("");
}

export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p style={{ margin: "24px 0" }}>
      <a
        href={href}
        style={{
          background: INK,
          color: useContext(Colour),
          padding: "14px 22px",
          fontWeight: 700,
          textDecoration: "none",
          display: "inline-block",
        }}
      >
        {children}
      </a>
    </p>
  );
}

/** Shows a code in a typeface whose characters are not easily confused. */
export function MailCode({ children }: { children: ReactNode }) {
  return (
    <p
      style={{
        margin: "16px 0",
        padding: "14px 16px",
        border: `2px solid ${INK}`,
        fontFamily: "Consolas, Menlo, monospace",
        fontSize: 20,
        fontWeight: 700,
        letterSpacing: 1,
        whiteSpace: "nowrap",
      }}
    >
      {children}
    </p>
  );
}

/**
 * Shows rows of a name and a value. Names wrap between words, so that they take less width and a tracking code fits on
 * a narrow phone. With `amounts`, the values are prices and do not wrap.
 */
export function MailFacts({ rows, amounts = false }: { rows: [string, string][]; amounts?: boolean }) {
  return (
    <LayoutTable style={{ fontSize: 15, lineHeight: "22px" }}>
      {rows.map(([name, value]) => (
        <tr key={name}>
          <td
            style={{
              padding: "4px 12px 4px 0",
              color: "#5C5546",
              verticalAlign: "top",
              wordBreak: "normal",
            }}
          >
            {name}
          </td>
          <td
            style={{
              padding: "4px 0",
              fontWeight: 600,
              ...(amounts
                ? { whiteSpace: "nowrap", textAlign: "right", verticalAlign: "top" }
                : { wordBreak: "break-word" }),
            }}
          >
            {value.includes("@") ? <Breakable text={value} unlinked /> : value}
          </td>
        </tr>
      ))}
    </LayoutTable>
  );
}

/** Writes the plain-text part of a mail. It has the same content as the HTML part. */
export function mailText(company: Company, lines: (string | null | [string, string][])[]): string {
  const body = lines
    .filter((line) => line !== null)
    .map((line) =>
      typeof line === "string" ? line : line.map(([name, value]) => `${name}: ${value}`).join("\n"),
    );
  return [...body, `${mailPlace(company)}\n${mailReach(company)}`.trim()].join("\n\n");
}

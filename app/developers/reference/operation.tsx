/** API-2: one operation of the API on /developers, with its parameters and examples. */
import type { ReactNode } from "react";
import type { ShownOperation } from "./read-reference.server.ts";

export function Code({ name, code }: { name: string; code: string }) {
  return (
    <figure className="mt-3 min-w-0">
      <figcaption className="text-sm font-semibold">{name}</figcaption>
      <pre className="mt-1 border-2 whitespace-pre-wrap wrap-anywhere border-ink bg-card p-3 text-[0.8125rem] leading-snug">
        <code>{code}</code>
      </pre>
    </figure>
  );
}

function Fold({ name, of, children }: { name: string; of: string; children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold underline underline-offset-4">
        {name}
        <span className="sr-only"> of {of}</span>
      </summary>
      {children}
    </details>
  );
}

export function Operation(operation: ShownOperation) {
  const { id, method, path, summary, text, access, statuses, success, example, fields, answer } = operation;
  return (
    <article id={id} className="mt-5 min-w-0 border-t border-line pt-4">
      <h3 className="text-lg font-bold">{summary}</h3>
      <p className="mt-1 font-semibold wrap-anywhere">
        <code>
          {method} {path}
        </code>
      </p>
      {text && <p className="mt-1 max-w-prose">{text}</p>}
      <p className="mt-1 text-sm text-muted">
        {access} Answers {success}; refuses with {statuses}.
      </p>
      {example && <Code name="Example" code={example} />}
      {fields.length > 0 && (
        <Fold name="Parameters" of={summary}>
          <dl className="grid gap-2 pb-2">
            {fields.map(({ name, where, kind, needed, text: meaning }) => (
              <div key={`${where} ${name}`} className="min-w-0">
                <dt className="font-semibold wrap-anywhere">
                  <code>{name}</code> <span className="font-normal">in {where}</span>
                  {needed && ", needed"}
                </dt>
                <dd className="text-sm wrap-anywhere">
                  {kind}. {meaning}
                </dd>
              </div>
            ))}
          </dl>
        </Fold>
      )}
      {answer && (
        <Fold name="Answer" of={summary}>
          <Code name="Example of the answer" code={answer} />
        </Fold>
      )}
    </article>
  );
}

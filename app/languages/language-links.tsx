/** Draws links to the track page's languages. Draws nothing if there is only English. */
type Props = {
  lang: string | null;
  offered: readonly { tag: string; name: string }[];
  to: (tag: string) => string;
};

const ENGLISH = { tag: "en", name: "English" };

export function LanguageLinks({ lang, offered, to }: Props) {
  if (offered.length === 0) return null;
  return (
    <nav aria-label="Language" className="mt-6 print:hidden" lang="en">
      <ul className="flex flex-wrap gap-x-5">
        {[ENGLISH, ...offered].map(({ tag, name }) => (
          <li key={tag}>
            <a
              href={to(tag)}
              lang={tag}
              aria-current={tag === (lang ?? "en") ? "true" : undefined}
              className="inline-flex min-h-11 items-center underline underline-offset-4 aria-current:font-bold aria-current:no-underline"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

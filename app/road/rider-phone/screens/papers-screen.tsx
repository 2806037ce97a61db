/** DEVICE-8: shows the pictures of the rider's papers, which the phone stores for use without a network. */
import { useEffect, useState } from "react";
import { Screen } from "./frame.tsx";
import { paperPicture } from "../send/papers.client.ts";
import type { OpenDay } from "./use-day.ts";

export function PapersScreen({ open: { day } }: { open: OpenDay }) {
  return (
    <Screen title="My papers">
      {day.papers.length === 0 && <p>The office has put no papers here yet.</p>}
      <ul className="stack papers">
        {day.papers.map(({ id, name, url }) => (
          <li key={id} className="stack">
            <h2>{name}</h2>
            <Picture url={url} name={name} />
          </li>
        ))}
      </ul>
    </Screen>
  );
}

function Picture({ url, name }: { url: string; name: string }) {
  const [source, setSource] = useState<string | null | undefined>();
  useEffect(() => {
    let shown: string | null = null;
    let isOpen = true;
    paperPicture(url)
      .then((blob) => {
        if (!isOpen) return;
        shown = blob && URL.createObjectURL(blob);
        setSource(shown);
      })
      .catch(() => setSource(null));
    return () => {
      isOpen = false;
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [url]);
  if (source === undefined) return <p>Opening …</p>;
  return source ? (
    <img src={source} alt={name} />
  ) : (
    <p className="note wait">This picture comes to the phone when there is network.</p>
  );
}

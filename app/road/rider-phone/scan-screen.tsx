/** PHONE-9: a scan opens the stop of the parcel. The picture is inside the page: the phone's camera app would close the browser. */
import { useEffect, useRef, useState } from "react";
import { scannedPieceCode } from "../../domain/piece-code.ts";
import { Screen } from "./frame.tsx";
import { goInstead } from "./screens.client.ts";
import type { OpenDay } from "./use-day.ts";

/** The stop that has a piece or booking of this code. */
function stopOf({ state }: OpenDay, code: string) {
  return state.stops.find(({ parcels }) =>
    parcels.some(
      ({ parcel, pieces }) =>
        parcel.code === code || pieces.some(({ piece }) => piece.code === code || piece.sticker === code),
    ),
  );
}

export function ScanScreen({ open }: { open: OpenDay }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const find = (text: string) => {
    const code = scannedPieceCode(text);
    const stop = code && stopOf(open, code);
    if (stop) return goInstead({ is: "day", stop: stop.key });
    setProblem(code ? `${code} is not on your run.` : "That is no code of a parcel.");
  };
  return (
    <Screen
      title="Scan"
      bar={
        <form
          noValidate
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            find(typed);
          }}
        >
          <label className="field">
            Or type the code
            <input
              autoComplete="off"
              autoCapitalize="characters"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
          <button type="submit" className="button go wide">
            Open the stop
          </button>
        </form>
      }
    >
      <Camera onText={find} onFail={setProblem} />
      <p role="alert" className={problem ? "note bad" : "hidden"}>
        {problem}
      </p>
    </Screen>
  );
}

const PAUSE_MS = 150;

function Camera({ onText, onFail }: { onText: (text: string) => void; onFail: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const handlers = useRef({ onText, onFail });
  useEffect(() => {
    handlers.current = { onText, onFail };
  });
  useEffect(() => {
    const screen = video.current;
    if (!screen) return;
    const closing: (() => void)[] = [];
    let isOpen = true;
    const watch = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      closing.push(() => stream.getTracks().forEach((track) => track.stop()));
      if (!isOpen) return;
      screen.srcObject = stream;
      await screen.play();
      const { openReader } = await import("../scan/camera-reader.client.ts");
      const reader = await openReader();
      closing.push(() => reader.close());
      while (isOpen) {
        const [text] = await reader.read(screen);
        if (text && isOpen) handlers.current.onText(text);
        await new Promise((done) => setTimeout(done, PAUSE_MS));
      }
    };
    watch()
      .catch(() => isOpen && handlers.current.onFail("The camera does not work here. Type the code."))
      .finally(() => !isOpen && closing.forEach((close) => close()));
    return () => {
      isOpen = false;
      closing.forEach((close) => close());
    };
  }, []);
  return (
    <div className="camera">
      <video ref={video} muted playsInline aria-label="Picture of the camera" />
    </div>
  );
}

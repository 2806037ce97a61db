/** PHONE-9: reads codes with a camera inside the page, because the phone's camera app would close the browser. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Tap, TextField } from "./controls.tsx";
import { openCamera } from "./camera.client.ts";

const PAUSE_MS = 150;

type CameraProps = { onText: (text: string) => void; onFail: (text: string) => void };

export function CodeCamera(props: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const handlers = useRef(props);
  useEffect(() => {
    handlers.current = props;
  });
  useEffect(() => {
    const screen = video.current;
    if (!screen) return;
    const closing: (() => void)[] = [];
    let isOpen = true;
    const watch = async () => {
      closing.push(await openCamera(screen));
      if (!isOpen) return;
      const { openReader } = await import("../../scan/camera-reader.client.ts");
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

export const CodeProblem = ({ text }: { text: string | null }) => (
  <p role="alert" className={text ? "note bad" : "hidden"}>
    {text}
  </p>
);

type EntryProps = { label: string; onText: (text: string) => string | null };

/** Shows the camera and the field for a code. `onText` returns what is wrong with the code; null if nothing. */
export function CodeEntry({ label, onText }: EntryProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const add = (text: string) => setProblem(onText(text));
  return (
    <>
      <CodeCamera onText={add} onFail={setProblem} />
      <TypedCode label={label} button="Add" onText={add} />
      <CodeProblem text={problem} />
    </>
  );
}

type TypedProps = { label: string; button: string; onText: (text: string) => void };

export function TypedCode({ label, button, onText }: TypedProps) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    onText(typed);
    setTyped("");
  };
  return (
    <form noValidate className="typed" onSubmit={submit}>
      <TextField label={label} autoCapitalize="characters" value={typed} onText={setTyped} />
      <Tap type="submit">{button}</Tap>
    </form>
  );
}

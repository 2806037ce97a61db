/**
 * A field for a photo that is dropped, taken with the camera, or chosen as a file. With JavaScript the photo is
 * uploaded at once, with a progress bar, and the form sends only the photo's key. Without JavaScript the form sends
 * the file.
 */
import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from "react";
import { CircleAlert, ImageUp } from "lucide-react";
import { responseMessage } from "./status-messages.ts";
import { useHydrated } from "./hydrated.ts";
import { FileInput } from "./file-input.tsx";
import { PickButton } from "./pick-button.tsx";
import { shrinkPicture } from "./shrink-picture.ts";

const NOT_SENT = "The photo was not taken. Please try again.";

const HINT = (
  <p className="text-sm text-muted">
    Drop a photo here, or choose one. We make large photos smaller, and remove the place and the camera model
    from them.
  </p>
);

type Props = {
  label: string;
  /** `name` is the name of the file's field. `keyName` is the name of the hidden field with the photo's key. */
  name: string;
  keyName: string;
  accept: string;
  maxBytes: number;
  /** The URL to which the photo is uploaded. It responds with {key} or {error}. */
  uploadTo: string;
  srcOf: (key: string) => string;
  current: string | null;
  /** The key of a photo that was uploaded before the server refused the form. */
  defaultKey?: string;
  error?: string;
  /** The text and the link to the sign-in page, for an upload after the session has ended. */
  signIn: { text: string; href: string };
  onBusy?: (busy: boolean) => void;
};

type State =
  | { kind: "idle" }
  | { kind: "sending"; percent: number }
  | { kind: "failed"; text: string; signIn?: boolean };

export function PictureField(props: Props) {
  const { label, name, keyName, accept, srcOf, current, error, signIn } = props;
  const id = useId();
  const hydrated = useHydrated();
  const { key, state, preview, take } = useUpload(props);
  const [over, setOver] = useState(false);

  const pick = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    // The script uploads the photo at once. The field is emptied, so that the form does not send the photo again.
    input.value = "";
    if (file) void take(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) void take(file);
  };

  const stored = key || current;
  const shown = preview ?? (stored && srcOf(stored));
  const problem = state.kind === "failed" ? state.text : error;
  const ties = {
    "aria-describedby": problem ? `${id}-error` : undefined,
    "aria-invalid": problem ? (true as const) : undefined,
  };
  return (
    <div role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className="mb-1 block text-sm font-semibold">
        {label} <span className="font-normal text-muted">(optional)</span>
      </span>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex flex-wrap items-center gap-4 border-2 border-dashed p-3 ${over ? "border-ink bg-danfo text-black" : "border-line"}`}
      >
        <Shown src={shown} />
        <div className="grid min-w-0 grow gap-2">
          {hydrated ? (
            <div className="flex flex-wrap gap-2">
              <PickButton
                icon="file"
                text={shown ? "Choose another" : "Choose a photo"}
                accept={accept}
                onPick={pick}
                ties={ties}
              />
              <PickButton icon="camera" text="Take a photo" accept="image/*" onPick={pick} ties={ties} />
            </div>
          ) : (
            <FileInput name={name} accept={accept} aria-label={label} {...ties} />
          )}
          {HINT}
          {state.kind === "sending" && <Sending percent={state.percent} />}
        </div>
      </div>
      <input type="hidden" name={keyName} value={key} />
      {problem && (
        <Problem id={`${id}-error`} signIn={state.kind === "failed" && state.signIn ? signIn.href : null}>
          {problem}
        </Problem>
      )}
    </div>
  );
}

/** Uploads the photo that was chosen last. Returns its preview, its progress, and its key from the server. */
function useUpload({ name, accept, maxBytes, uploadTo, defaultKey = "", signIn, onBusy }: Props) {
  const [key, setKey] = useState(defaultKey);
  const [state, setState] = useState<State>({ kind: "idle" });
  const [preview, setPreview] = useState<string | null>(null);
  const request = useRef<XMLHttpRequest | null>(null);
  const latest = useRef(0);
  useEffect(
    () => () => {
      latest.current += 1;
      request.current?.abort();
    },
    [],
  );
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
    return undefined;
  }, [preview]);

  const failed = (text: string, ended = false) => {
    setState({ kind: "failed", text, signIn: ended });
    setPreview(null);
    onBusy?.(false);
  };

  const take = async (chosen: File) => {
    request.current?.abort();
    const mine = (latest.current += 1);
    setPreview(URL.createObjectURL(chosen));
    setState({ kind: "sending", percent: 0 });
    onBusy?.(true);
    const file = await shrinkPicture(chosen);
    // While the photo was being scaled, the person may have chosen another photo or left the form. Then this photo is
    // not sent.
    if (mine === latest.current) send(file);
  };
  const send = (file: File) => {
    if (!accept.split(",").includes(file.type))
      return failed("Choose a photo: JPEG, PNG, WebP, GIF or AVIF.");
    if (file.size > maxBytes) return failed("This photo is over 5 MB. Choose a smaller one.");
    const body = new FormData();
    body.set(name, file);
    const sending = new XMLHttpRequest();
    request.current = sending;
    sending.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable)
        setState({ kind: "sending", percent: Math.round((event.loaded / event.total) * 100) });
    });
    sending.addEventListener("load", () => {
      // After the end of the session, the server redirects the upload to the sign-in page, so the response is not JSON.
      if (new URL(sending.responseURL).pathname !== new URL(uploadTo, location.href).pathname)
        return failed(signIn.text, true);
      const response = readResponse(sending.responseText);
      const said = response.error ?? responseMessage(sending.status, sending.responseText);
      if (!response.key) return failed(said ?? NOT_SENT);
      setKey(response.key);
      setState({ kind: "idle" });
      onBusy?.(false);
    });
    sending.addEventListener("error", () =>
      failed("The connection was lost while sending. Choose the photo again."),
    );
    sending.open("POST", uploadTo);
    sending.send(body);
  };

  return { key, state, preview, take };
}

function Shown({ src }: { src: string | null }) {
  return src ? (
    <img src={src} alt="As it is now" className="size-24 bg-card object-cover" />
  ) : (
    <span aria-hidden className="grid size-24 place-items-center bg-card text-muted">
      <ImageUp className="size-8" />
    </span>
  );
}

function Sending({ percent }: { percent: number }) {
  return (
    <div role="status" className="flex items-center gap-3 text-sm font-semibold">
      <progress max={100} value={percent} aria-label="Sending the photo" className="h-3 w-full max-w-60" />
      {percent}%
    </div>
  );
}

function Problem({ id, signIn, children }: { id: string; signIn: string | null; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-1 flex gap-1.5 text-sm font-semibold text-stop">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {children}
        {signIn && (
          <a href={signIn} target="_blank" className="ml-2 underline underline-offset-4" rel="noopener">
            Sign in
          </a>
        )}
      </span>
    </p>
  );
}

function readResponse(text: string): { key?: string; error?: string } {
  try {
    return JSON.parse(text) as { key?: string; error?: string };
  } catch {
    return {};
  }
}

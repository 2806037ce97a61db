/** Save-Data: whoever asks for little gets no picture until it is asked for. */
import { useRouteLoaderData } from "react-router";

/** Whether pictures are shown on this page. */
export function usePictures(): boolean {
  const root = useRouteLoaderData("root") as { pictures?: boolean } | undefined;
  return root?.pictures ?? true;
}
